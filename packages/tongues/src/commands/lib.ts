import { startLibraryGateway } from '../library/library-gateway.ts'
import type { Profile } from '../profiles/profile.ts'
import { UseError } from '../run/load-cases.ts'
import { run } from './run.ts'

/** Features that a harness may have: a library keeps no state, lists no models, and is not timed. */
const possible = ['stream', 'count', 'abort']

/** Runs the suite on a library: `tongues lib [options of run] -- command that starts its harness`. */
export async function lib(args: readonly string[]): Promise<number> {
  const end = args.indexOf('--')
  const command = end < 0 ? [] : args.slice(end + 1)
  if (command.length === 0) throw new UseError('lib needs the command of a harness behind two dashes: tongues lib -- node my-harness.mjs')
  const options = args.slice(0, end)
  for (const name of ['--gateway', '--profile', '--start', '--wait'])
    if (options.some((option) => option === name || option.startsWith(`${name}=`)))
      throw new UseError(`${name} is an option of run: lib has its own gateway`)
  const at = options.findIndex((option) => option.startsWith('--upstream-port'))
  const port = at < 0 ? '4100' : (options[at]?.split('=')[1] ?? options[at + 1] ?? '4100')
  const gateway = await startLibraryGateway(command, `http://127.0.0.1:${port}`)
  try {
    const { name, version, directions, features = ['stream'] } = gateway.hello
    const profile: Profile = {
      name,
      version,
      tried: true,
      ...(directions !== undefined && { directions }),
      features: features.filter((feature) => possible.includes(feature)),
      disclosures: [
        { header: 'tongues-losses', form: 'json', pointer: 'at' },
        { comment: 'tongues-losses', form: 'json', pointer: 'at' },
      ],
    }
    return await run(options, { profile, gateway: `http://127.0.0.1:${gateway.port}` })
  } finally {
    await gateway.close()
  }
}
