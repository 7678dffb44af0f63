import { runCli } from '../../src/cli/run-cli.ts'

export interface CliResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs `interlingua` with these arguments in this process. */
export async function cli(...argv: readonly string[]): Promise<CliResult> {
  const [out, err]: [string[], string[]] = [[], []]
  process.exitCode = 0
  const code = await runCli(argv, { out: (text) => void out.push(text), err: (text) => void err.push(text) })
  process.exitCode = 0
  return { code, out: out.join(''), err: err.join('') }
}
