// `main.ts MODULE VARIANT FOLDER`: runs one client onto every upstream, case by case, and prints a line of JSON for each. The libraries are
// those of the folder.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { prompts as allPrompts } from '../../driver/cases.ts'
import { cases, tell } from './cases.ts'
import type { MakeClient, Setting } from './client.ts'

interface Told {
  readonly key: string
  readonly wrongKey: string
  readonly upstreams: Readonly<Record<string, string>>
  readonly models: Setting['models']
  readonly prompts: typeof allPrompts
  readonly picture: string
}

const [module = '', variant = '', folder = ''] = process.argv.slice(2)
const name = process.env['CLIENTS_NAME'] ?? ''
const wanted = new Set((process.env['CLIENTS_CASES'] ?? '').split(','))
const told = JSON.parse(readFileSync(process.env['CLIENTS_SETTING'] ?? '', 'utf8')) as Told // the driver's own file

const here = new URL('./', import.meta.url).href
const installed = pathToFileURL(join(folder, 'package.json')).href
// Node looks for packages beside the file that imports them; the clients' stand in a folder of their own.
registerHooks({
  resolve(specifier, context, next) {
    const own = context.parentURL?.startsWith(here) === true && /^[\w@]/.test(specifier) && !specifier.startsWith('node:')
    return next(specifier, own ? { ...context, parentURL: installed } : context)
  },
})

// Several libraries leave an unhandled promise behind for a stream that failed or was left; the case itself sees the error.
process.on('unhandledRejection', (error) => console.error(tell(error)))

const { clients } = (await import(`./clients/${module}.js`)) as { readonly clients: Readonly<Record<string, MakeClient>> } // by the shape of all of them
const make = clients[variant]
if (make === undefined) throw new Error(`${module} has no ${variant}`)

// Upstreams run independently.
await Promise.all(Object.entries(told.upstreams).map(([upstream, url]) => runUpstream(make, upstream, url)))
// A library's sockets must not keep the process.
process.exit(0)

async function runUpstream(make: MakeClient, upstream: string, url: string): Promise<void> {
  const client = ({ key = told.key, retries = 0 } = {}): ReturnType<MakeClient> => make({ url, key, models: told.models, retries })
  for (const each of Object.keys(told.prompts) as (keyof typeof allPrompts)[]) {
    if (!wanted.has(each)) continue
    const prompt = `#${name}/${upstream}/${each}# ${told.prompts[each]}`
    const began = performance.now()
    let ok = true
    let note = ''
    try {
      note = (await within(60, cases[each]({ prompt, picture: told.picture, wrongKey: told.wrongKey, client }))) ?? ''
    } catch (error) {
      ok = false
      note = tell(error)
    }
    console.log(JSON.stringify({ upstream, case: each, ok, note, millis: Math.round(performance.now() - began) }))
  }
}

async function within<T>(seconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`it did not end within ${seconds} s`)), seconds * 1000)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
