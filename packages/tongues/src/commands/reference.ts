import { mutantOf } from '../mutants/mutants.ts'
import { startReference } from '../reference/reference-gateway.ts'
import { numberOf, readOptions, textOf } from '../run/command-options.ts'

/** Serves the suite's own gateway until it is interrupted. */
export async function reference(args: readonly string[]): Promise<number> {
  const { values } = readOptions(args, { port: { type: 'string' }, upstream: { type: 'string' }, mutant: { type: 'string' } })
  const mutant = mutantOf(textOf(values, 'mutant'))
  const gateway = await startReference({
    port: numberOf(values, 'port', 4000),
    upstream: textOf(values, 'upstream') ?? 'http://127.0.0.1:4100',
    mutant,
  })
  console.log(`the reference gateway listens on http://127.0.0.1:${gateway.port}`)
  await new Promise((resolve) => void process.once('SIGINT', resolve).once('SIGTERM', resolve))
  await gateway.close()
  return 0
}
