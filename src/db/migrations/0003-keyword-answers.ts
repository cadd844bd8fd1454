import { Migration } from '@mikro-orm/migrations';
import { requireProgram } from '../required-programs.js';
import { isolate } from './isolation.js';

/** Answers to keywords, and the words of an organisation. */
export class KeywordAnswers extends Migration {
  override name = '0003-keyword-answers';

  override up(): void {
    this.addSql('ALTER TABLE sms_messages ADD COLUMN answers_inbound_id uuid');
    this.addSql(
      `CREATE TABLE keyword_settings (
         organisation_id uuid PRIMARY KEY,
         stop_words      text[] NOT NULL DEFAULT '{}',
         stop_answered   boolean NOT NULL DEFAULT true,
         stop_text       text,
         start_words     text[] NOT NULL DEFAULT '{}',
         start_answered  boolean NOT NULL DEFAULT true,
         start_text      text,
         help_words      text[] NOT NULL DEFAULT '{}',
         help_answered   boolean NOT NULL DEFAULT true,
         help_text       text
       )`,
    );
    for (const statement of isolate('keyword_settings')) this.addSql(statement);
    this.addSql(requireProgram(this.name, '0.2.0'));
  }
}
