import { join } from 'node:path'
import type { Client, Language } from '../driver/language.ts'
import { need } from '../driver/need.ts'
import { installPackages } from '../../tools/clients/install-packages.ts'
import { environments, type Environment } from './environments.ts'

export const javascript: Language = {
  name: 'javascript',
  clients: environments.flatMap(({ clients }) => clients),
  async prepare(cache, wanted) {
    need('npm', '--version')
    for (const { name, packages } of new Set(wanted.map(environmentOf)))
      await installPackages(
        join(cache, name),
        Object.entries(packages).map((each) => each.join('@')),
      )
  },
  command(client, cache) {
    const { name, module } = environmentOf(client)
    const variant = client.name.slice(`javascript-${name}-`.length)
    return {
      program: process.execPath,
      args: [join(import.meta.dirname, 'harness/main.ts'), module, variant, join(cache, name)],
      env: { CLIENTS_NAME: client.name },
    }
  },
  version: (client, name) => environmentOf(client).packages[name] ?? '',
}

function environmentOf(client: Client): Environment {
  const environment = environments.find(({ clients }) => clients.includes(client))
  if (environment === undefined) throw new Error(`${client.name} is in no environment`)
  return environment
}
