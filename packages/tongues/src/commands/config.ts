import { gateways } from '../profiles/gateways.ts'
import { numberOf, readOptions } from '../run/command-options.ts'
import { UseError } from '../run/load-cases.ts'

/** Prints how a gateway is pointed at the suite's upstream. */
export function config(args: readonly string[]): number {
  const { values, positionals } = readOptions(args, { 'upstream-port': { type: 'string' }, port: { type: 'string' } })
  const [name] = positionals
  const found = gateways.find(({ profile }) => profile.name === name)
  const known = gateways.map(({ profile }) => `${profile.name}${profile.tried ? '' : ' (untried)'}`).join(', ')
  if (found === undefined)
    throw new UseError(`${name === undefined ? 'config needs the name of a gateway' : `there is no gateway ${name}`}: ${known}`)
  if (!found.profile.tried) console.log('# Untried: written after the gateway’s own documents.')
  console.log(found.config(`http://127.0.0.1:${numberOf(values, 'upstream-port', 4100)}`, numberOf(values, 'port', 4000)).trimEnd())
  return 0
}
