import type { CliCommand } from '../cli-command.ts'
import { addKeyCreate } from './add-key-create.ts'
import { addKeyList } from './add-key-list.ts'
import { addKeyRevoke } from './add-key-revoke.ts'

export const addKeyCommand: CliCommand = (parent, terminal) => {
  const key = parent.command('key').description('issue and revoke the API keys of callers, also while the gateway runs')
  for (const add of [addKeyCreate, addKeyList, addKeyRevoke]) add(key, terminal)
}
