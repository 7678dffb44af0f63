#!/usr/bin/env node
import { UseError } from './run/load-cases.ts'

const help = `tongues: a conformance suite for gateways that translate LLM protocols

  tongues run --gateway http://127.0.0.1:4000 [--key K] [--profile NAME|FILE] [--upstream-port 4100] [--out report]
  tongues lib -- COMMAND         runs the suite on a library, which COMMAND holds
  tongues config <gateway>       how a gateway is pointed at the suite's upstream
  tongues list [--json]          the cases
  tongues explain <name>         what a case asks, with both wires and a curl line
  tongues report <report.json>   writes the pages of a report again
  tongues score <a.json> <b.json>  makes a score of two reports that agree
  tongues scoreboard <folder>    writes the page of a folder of scores
  tongues validate               checks the cases
  tongues reference              serves the suite's own gateway
  tongues mutants                proves that each case finds what it is for

run takes as well:
  --map M=…,R=…,C=…,G=…   names of models       --only tools/,endings/cut*   --axis cache   --directions M>C,C>G
  --expected FILE --write-expected              known failures
  --start COMMAND --wait URL                    starts the gateway, and waits until it is ready
  --front                                       judges answers alone: the upstream is the gateway's own
  --drafts                                      runs draft cases as well, which are not scored
  --seed 1 --lanes 4 --timeout 10 --limit 600   --no-timing --sweep full --trace --quiet --gateway-version V

exit codes: 0 as expected; 1 an unexpected failure, or a stale or unknown expectation; 2 wrong use, or an invalid file;
3 the gateway cannot be reached, hangs or does not speak; 4 the suite itself failed; 130 interrupted, with a report of what ran
`

const commands: Readonly<Record<string, (args: readonly string[]) => number | Promise<number>>> = {
  run: async (args) => (await import('./commands/run.ts')).run(args),
  lib: async (args) => (await import('./commands/lib.ts')).lib(args),
  list: async (args) => (await import('./commands/list.ts')).list(args),
  validate: async (args) => (await import('./commands/list.ts')).validate(args),
  explain: async (args) => (await import('./commands/explain.ts')).explain(args),
  config: async (args) => (await import('./commands/config.ts')).config(args),
  report: async (args) => (await import('./commands/report.ts')).report(args),
  score: async (args) => (await import('./commands/score.ts')).score(args),
  scoreboard: async (args) => (await import('./commands/scoreboard.ts')).scoreboard(args),
  reference: async (args) => (await import('./commands/reference.ts')).reference(args),
  mutants: async (args) => (await import('./commands/mutants.ts')).mutants(args),
}

async function main(): Promise<number> {
  const [name, ...args] = process.argv.slice(2)
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    console.log(help)
    return name === undefined ? 2 : 0
  }
  if (name === '--version') {
    console.log((await import('./commands/versions.ts')).version)
    return 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new UseError(`there is no command ${name}\n\n${help}`)
  return command(args)
}

try {
  process.exitCode = await main()
} catch (error) {
  if (error instanceof UseError) console.error(error.message)
  else console.error('the suite itself failed:', error)
  process.exitCode = error instanceof UseError ? 2 : 4
}
