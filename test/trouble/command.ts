import { type Environment, runPostrider } from '../support/programs/program.ts';

/** What a command of the program answers with `--json`. */
export async function command<Answer>(args: readonly string[], env: Environment, root?: string): Promise<Answer> {
  const { code, stdout, stderr } = await runPostrider(['--json', ...args], env, root);
  if (code !== 0) throw new Error(`"postrider ${args.join(' ')}" ended with ${code}:\n${stdout}${stderr}`);
  return JSON.parse(stdout) as Answer;
}
