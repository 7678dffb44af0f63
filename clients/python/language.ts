import { join } from 'node:path'
import type { Client, Language } from '../driver/language.ts'
import { installEnvironment, pinnedVersion } from '../driver/python-environment.ts'
import { environments } from './environments.ts'

const here = import.meta.dirname

export const python: Language = {
  name: 'python',
  clients: Object.values(environments).flat(),
  async prepare(cache, wanted) {
    for (const name of new Set(wanted.map(environmentOf))) await installEnvironment(cache, name, pinsOf(name))
  },
  command(client, cache) {
    return {
      program: join(cache, environmentOf(client), 'bin/python'),
      args: [join(here, 'harness/main.py'), client.name],
      env: { PYTHONPYCACHEPREFIX: join(cache, 'bytecode'), PYTHONUNBUFFERED: '1' },
    }
  },
  version: (client, name) => pinnedVersion(pinsOf(environmentOf(client)), name),
}

function environmentOf({ name }: Client): string {
  return Object.keys(environments).find((each) => environments[each]?.some((one) => one.name === name)) ?? ''
}

function pinsOf(environment: string): string {
  return join(here, 'requirements', `${environment}.txt`)
}
