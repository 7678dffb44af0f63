import * as z from 'zod'
import type { ConfigCheck, ConfigEdit, ConfigFileReport, ConfigFinding, ConfigPreview, ConfigWritten, ReloadReport } from '../api/index.ts'
import { ConsoleError } from '../console-error.ts'
import { readBody, refuseUnknown } from '../serve/read-input.ts'
import { type Call, type ConsoleRoute, operators } from '../serve/route.ts'

/** Configuration file of the program. Its methods throw a `ConsoleError` for what cannot be done. */
export interface ConfigFileSource {
  report(): ConfigFileReport
  check(): Promise<readonly ConfigFinding[]>
  /** Puts the file in force, in all processes. */
  reload(): Promise<Pick<ReloadReport, 'problem' | 'restart'>>
  /** Schema of the lines that may be added. */
  readonly edits: z.ZodType<ConfigEdit>
  /** Prepares a change, and checks the file with it. */
  plan(edit: ConfigEdit): Promise<PlannedEdit>
}

/** Change of the file that was checked. */
export interface PlannedEdit {
  readonly preview: ConfigPreview
  /** Writes the file, if it is still that of the preview; gives the name of the backup. Throws a `ConsoleError` if nothing was written. */
  write(): string
}

/** Routes of the configuration file. `load` is called at the first call of one. */
export function createConfigFileRoutes(load: () => Promise<{ readonly file: ConfigFileSource }>): readonly ConsoleRoute[] {
  async function open(need: 'noReload' | 'noWrite'): Promise<{ readonly source: ConfigFileSource; readonly file: string }> {
    const { file: source } = await load()
    const { file, noReload, noWrite } = source.report()
    const reason = { noReload, noWrite }[need]
    if (file === undefined || reason !== undefined) throw new ConsoleError('conflict', reason ?? 'There is no configuration file.')
    return { source, file }
  }

  async function check(call: Call): Promise<ConfigCheck> {
    refuseBody(call)
    const { file: source } = await load()
    const { file } = source.report()
    if (file === undefined) throw new ConsoleError('conflict', 'There is no configuration file.')
    return { file, findings: await source.check() }
  }

  async function reload(call: Call): Promise<ReloadReport> {
    refuseBody(call)
    const { source, file } = await open('noReload')
    await call.audit({ action: 'config.reload', subject: file })
    return reloaded(source, file)
  }

  async function preview(call: Call): Promise<ConfigPreview> {
    refuseUnknown(call.query, [])
    const { source } = await open('noWrite')
    return (await source.plan(readBody(source.edits, call.body))).preview
  }

  async function edit(call: Call): Promise<ConfigWritten> {
    refuseUnknown(call.query, [])
    const { source, file } = await open('noWrite')
    const order = readBody(z.strictObject({ edit: source.edits, hash: z.string() }), call.body)
    const planned = await source.plan(order.edit)
    const { hash, lines } = planned.preview
    if (order.hash !== hash) throw new ConsoleError('conflict', 'The file has changed since the preview: look at the change again.')
    const removed = lines.flatMap(({ kind, text }) => (kind === 'removed' ? [text] : []))
    const added = lines.flatMap(({ kind, text }) => (kind === 'added' ? [text] : []))
    await call.audit({ action: 'config.edit', subject: file, before: { hash, lines: removed }, after: { lines: added } })
    const backup = planned.write()
    return { file, backup, reload: await reloaded(source, file) }
  }

  return [
    {
      method: 'GET',
      path: '/config/file',
      summary: 'Tells whether the configuration file can be read anew, and whether lines can be added to it',
      roles: operators,
      async serve({ query }) {
        refuseUnknown(query, [])
        return (await load()).file.report()
      },
    },
    { method: 'POST', path: '/config/check', summary: 'Checks the configuration file as it is now', roles: operators, serve: check },
    { method: 'POST', path: '/config/reload', summary: 'Puts the configuration file in force', roles: operators, serve: reload },
    {
      method: 'POST',
      path: '/config/preview',
      summary: 'Shows how prices or routes would be added to the configuration file',
      roles: operators,
      serve: preview,
    },
    {
      method: 'POST',
      path: '/config/edit',
      summary: 'Adds prices or routes to the configuration file, and puts it in force',
      roles: operators,
      serve: edit,
    },
  ]
}

async function reloaded(source: ConfigFileSource, file: string): Promise<ReloadReport> {
  const outcome = await source.reload()
  return { file, at: new Date().toISOString(), ...outcome }
}

/** Throws a `ConsoleError` for parameters, and for a body with members: a misspelt order must not count as another. */
function refuseBody({ query, body }: Call): void {
  refuseUnknown(query, [])
  if (body !== undefined) readBody(z.strictObject({}), body)
}
