import type { Socket } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import pg from 'pg';
import { DATABASE } from './credentials.js';

/** Of the messages that PostgreSQL sends since version 15: a new archive, and a piece of one. */
const ARCHIVE = 'n'.charCodeAt(0);
const DATA = 'd'.charCodeAt(0);

/**
 * The command of the replication protocol that `pg_basebackup` uses. The archive is a tar file of the whole cluster,
 * with the write-ahead log that makes it consistent. PostgreSQL verifies the checksums of all pages on the way.
 */
class BaseBackup extends pg.Query {
  readonly archive = new PassThrough();
  private archives = 0;

  constructor() {
    super("BASE_BACKUP (LABEL 'postrider', CHECKPOINT 'fast', WAL)");
    this.on('end', () => this.archive.end());
    this.on('error', (error) => this.archive.destroy(error));
  }

  /** Called by the driver, which has no type for it. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }, { stream }: { readonly stream: Socket }): void {
    if (chunk[0] === ARCHIVE && ++this.archives > 1) {
      this.archive.destroy(new Error('A database with tablespaces cannot be backed up.'));
    }
    // The driver uses the memory of the chunk again.
    if (chunk[0] !== DATA || this.archive.write(Buffer.from(chunk.subarray(1))) || stream.isPaused()) return;
    stream.pause();
    this.archive.once('drain', () => stream.resume());
  }
}

/** Runs `use` with the archive of a running cluster. The stream fails if the backup does. */
export async function withBaseBackup(superuserUrl: string, use: (archive: Readable) => Promise<void>): Promise<void> {
  const url = new URL(superuserUrl);
  // Commands leave the server running as long as the database has connections.
  url.pathname = `/${DATABASE}`;
  url.searchParams.set('replication', 'database');
  const client = new pg.Client({ connectionString: url.href, application_name: 'postrider backup' });
  // A broken connection also fails the statement under way.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Keeps the write-ahead log until it is in the archive. A temporary slot ends with the connection.
    await client.query(`CREATE_REPLICATION_SLOT postrider_backup_${process.pid} TEMPORARY PHYSICAL (RESERVE_WAL)`);
    await use(client.query(new BaseBackup()).archive);
  } finally {
    await client.end();
  }
}
