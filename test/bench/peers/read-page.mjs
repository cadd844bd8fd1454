import pg from 'pg';

export const pool = new pg.Pool({ connectionString: process.env.SUPERUSER_URL, max: 10 });
export const port = Number(process.env.PORT);
export const host = '127.0.0.1';

/** The fields of a page that every peer can give. */
export const SDL = `
type Message { mobile: String, status: String, deliveryCode: Int }
type Query { messages(organisationId: ID!, campaignId: ID!, first: Int!): [Message!]! }`;

export async function readMessages({ organisationId, campaignId, first }) {
  const { rows } = await pool.query({
    name: 'page',
    text: `SELECT mobile, status, delivery_code AS "deliveryCode" FROM sms_messages
           WHERE organisation_id = $1 AND campaign_id = $2 ORDER BY position LIMIT $3`,
    values: [organisationId, campaignId, first],
  });
  return rows;
}
