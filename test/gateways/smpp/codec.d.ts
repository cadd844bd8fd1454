/** What the tests use of npm smpp, an independent codec. */
declare module 'smpp' {
  interface WirePdu {
    readonly command: string;
    readonly command_status: number;
    readonly sequence_number: number;
    readonly [field: string]: unknown;
    toBuffer(): Buffer;
  }
  const smpp: {
    PDU: {
      new (octets: Buffer): WirePdu;
      new (command: string, fields: Readonly<Record<string, unknown>>): WirePdu;
    };
  };
  export = smpp;
}
