import { join } from 'node:path'

/** The configuration file of a process: the one that `INTERLINGUA_CONFIG` names, else `interlingua.yaml` in the current folder, if it is there. */
export function configFile(environment: Readonly<Record<string, string | undefined>>, folder: string): string {
  return environment['INTERLINGUA_CONFIG'] || join(folder, 'interlingua.yaml')
}
