import type { CliCommand } from '../cli-command.ts'
import { withStore } from '../with-store.ts'

export const addKeyRevoke: CliCommand = (parent, terminal) => {
  const { out, err } = terminal
  parent
    .command('revoke')
    .description('refuse a key from now on, for good; answers that run are not cut')
    .argument('<key>', 'its id or name')
    .action((idOrName: string) =>
      withStore(terminal, async ({ keys }, place) => {
        const key = await keys.find(idOrName)
        if (key === undefined || !(await keys.revoke(key.id, Date.now()))) {
          err(`error: there is no key with the id or name ${idOrName} in ${place}\n`)
          return 1
        }
        out(key.revokedAt === undefined ? `${key.name} (${key.id}) is revoked\n` : `${key.name} (${key.id}) was revoked already\n`)
        return 0
      }),
    )
}
