import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../../tools/workspace.ts'
import { addressIn, type Page } from './markdown-page.ts'

/** Part of JSON Schema (draft 7) that the schema of the configuration uses. */
interface Schema {
  readonly type?: string | readonly string[]
  /** True: an old key, which still counts. */
  readonly deprecated?: boolean
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly (string | number)[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
}

/** Key of the configuration file. */
export interface ConfigurationKey {
  /** Path as the messages of the gateway write it, without numbers: `channels[].models[].name`. */
  readonly path: string
  readonly type: string
  readonly required: boolean
  readonly default?: unknown
  readonly description: string
  /** Value of this key in `interlingua.example.yaml`. Absent: none there. */
  readonly example?: string
}

const readSchema = (): Schema => JSON.parse(readFileSync(join(root, 'apps/gateway/interlingua.schema.json'), 'utf8')) as Schema // generated from the configuration's own schema

/** All keys but old ones, in the order of the schema, each before those within it. */
export function listKeys(schema: Schema = readSchema()): readonly ConfigurationKey[] {
  const example: unknown = parse(readFileSync(join(root, 'apps/gateway/interlingua.example.yaml'), 'utf8'))
  return keysOf(schema, '', [example])
}

function keysOf(schema: Schema, path: string, examples: readonly unknown[]): readonly ConfigurationKey[] {
  const inner = [schema, ...(schema.anyOf ?? [])]
  return [
    ...inner.flatMap(({ properties = {}, required = [] }) =>
      Object.entries(properties).flatMap(([name, child]) => {
        if (child.deprecated === true) return []
        const childPath = path === '' ? name : `${path}.${name}`
        const values = examples.flatMap((value) => (isRecord(value) && Object.hasOwn(value, name) ? [value[name]] : []))
        // A choice that YAML reads as a number would be shown without its zeros.
        const simple = values.find((value) => JSON.stringify(value).length <= 60 && !(child.enum && typeof value === 'number'))
        return [
          {
            path: childPath,
            type: typeOf(child),
            required: required.includes(name) && child.default === undefined,
            ...(child.default !== undefined && { default: child.default }),
            description: child.description ?? '',
            ...(simple !== undefined && { example: asYaml(simple) }),
          },
          ...keysOf(child, childPath, values),
        ]
      }),
    ),
    ...inner.flatMap(({ items }) =>
      items === undefined
        ? []
        : keysOf(
            items,
            `${path}[]`,
            examples.flatMap((value) => (Array.isArray(value) ? value : [])),
          ),
    ),
  ]
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Value as it may stand in the file, on one line. */
function asYaml(value: unknown): string {
  if (typeof value === 'string') return /^[\w./:-]+$/.test(value) && parse(value) === value ? value : `'${value}'`
  if (Array.isArray(value)) return `[${value.map(asYaml).join(', ')}]`
  if (isRecord(value))
    return `{ ${Object.entries(value)
      .map(([key, item]) => `${key}: ${asYaml(item)}`)
      .join(', ')} }`
  return String(value)
}

/** Type in words, with its limits. */
function typeOf(schema: Schema): string {
  const amount = amountOf(schema)
  if (amount !== undefined) return amount
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (schema.const !== undefined) return `\`${String(schema.const)}\``
  if (schema.enum !== undefined)
    return schema.enum
      .filter((value) => typeof value === 'string')
      .map((value) => `\`${value}\``)
      .join(', ')
  switch (schema.type) {
    case 'string':
      return schema.format === 'uri' ? 'address' : 'text'
    case 'boolean':
      return '`true`, `false`'
    case 'integer':
    case 'number':
      return `${schema.type === 'integer' ? 'whole number' : 'number'}${limitsOf(schema)}`
    case 'array':
      return `list of ${schema.items === undefined ? 'anything' : typeOf(schema.items)}`
    case 'object':
      return schema.properties === undefined ? 'object with keys of your own' : 'object'
    default:
      return 'anything'
  }
}

/** Type of a time or a size, which may be written with a unit. */
function amountOf({ pattern, anyOf = [] }: Schema): string | undefined {
  const [number, text] = anyOf
  if (pattern?.includes('(ms|s|m|h|d|w)')) return 'time with its unit (`12h`, `30d`)'
  if (number === undefined || text?.pattern === undefined) return undefined
  if (text.pattern.includes('(ms|s|m|h|d|w)')) return `time (\`10s\`, \`5m\`), or number of seconds${limitsOf(number)}`
  return text.pattern.includes('(B|KiB|MiB|GiB)') ? `size (\`32MiB\`), or number of bytes${limitsOf(number)}` : undefined
}

function limitsOf({ minimum, exclusiveMinimum, maximum }: Schema): string {
  const largest = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  const from = exclusiveMinimum === undefined ? minimum : `above ${exclusiveMinimum}`
  if (from === undefined) return largest === undefined ? '' : `, at most ${largest}`
  if (largest !== undefined) return `, ${from} to ${largest}`
  return typeof from === 'number' ? `, at least ${from}` : `, ${from}`
}

/** Reference of the configuration file: every key of its schema. */
export function configurationPage(base: string): Page {
  const groups = Map.groupBy(listKeys(), ({ path }) => /^\w+/.exec(path)?.[0] ?? path)
  const sections = [...groups].map(([name, keys]) => {
    const [first] = keys
    const own = keys.length === 1 ? keys : keys.slice(1)
    return `## ${name}

${keys.length === 1 ? '' : `${first?.description ?? ''}\n\n`}<div class="keys"></div>

| key | meaning | value |
| --- | --- | --- |
${own.map(rowOf).join('\n')}`
  })
  return {
    slug: 'reference/configuration',
    title: 'Configuration keys',
    description: 'Every key of interlingua.yaml: type, default, unit, meaning and an example.',
    body: `Every key of \`interlingua.yaml\`, from its [JSON Schema](https://github.com/interlingua/interlingua/blob/main/apps/gateway/interlingua.schema.json), which editors read as well. The examples are from [interlingua.example.yaml](https://github.com/interlingua/interlingua/blob/main/apps/gateway/interlingua.example.yaml). What the keys are for, by task: [configure](${addressIn(base, 'guide/configure')}). \`[]\` stands for each item of a list. Check a file with \`interlingua check\`.

${sections.join('\n\n')}`,
    depth: 2,
  }
}

function rowOf({ path, type, required, default: value, description, example }: ConfigurationKey): string {
  const values = [
    type,
    ...(required ? ['required'] : []),
    ...(value === undefined ? [] : [`default: \`${typeof value === 'string' ? value : asYaml(value)}\``]),
    ...(example === undefined ? [] : [`example: \`${example}\``]),
  ]
  const cells = [`<code id="${anchorOf(path)}">${path.replaceAll(/[.[]/g, '<wbr>$&')}</code>`, description, values.join('<br>')]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** Anchor of a key in the page: `channels-models-name`. */
export function anchorOf(path: string): string {
  return path.replaceAll('[]', '').replaceAll('.', '-')
}
