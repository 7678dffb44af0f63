import type { Syntax } from './edit.ts'
import { environment, shell } from './environment.ts'
import { json } from './json.ts'
import { toml } from './toml.ts'
import { yaml, yamlList } from './yaml.ts'

/** Syntaxes of configuration files, by the names that agents and records use. */
export type SyntaxName = 'json' | 'toml' | 'yaml' | 'yaml-list' | 'environment' | 'shell'

export const syntaxes: Readonly<Record<SyntaxName, Syntax>> = { json, toml, yaml, 'yaml-list': yamlList, environment, shell }
