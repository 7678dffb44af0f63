import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fateOf, targets } from './fate-of.ts'
import { requestFields, type RequestField } from './request-fields.ts'

/** The values that are sent without being asked for. */
const idle = new Set([
  'ark-images {"output_format":"jpeg"} silent',
  'ark-images {"watermark":false} silent',
  'dashscope {"watermark":false} silent',
  'dashscope {"size":"1024x1024"} silent',
  'dashscope {"parameters":{"size":"1024*1024"}} silent',
])

describe.each(targets)('$name', (target) => {
  test.each(requestFields)('$at $body is carried, told, or refused by its name', (field) => {
    const fate = fateOf(target, field)
    if (idle.has(`${target.name} ${JSON.stringify(field.body)} ${fate}`)) return
    expect(fate).toMatch(/^(carried|approximated|dropped|refused|refused beside)$/)
  })
})

// The table for the README, with one column for each dialect at its own vendor's model.
const columns = targets.filter(({ name }) => !name.includes(' of '))

function rowOf(field: RequestField): string {
  const cells = columns.map((target) => {
    const fate = fateOf(target, field)
    return fate === 'silent' ? 'carried' : fate === 'refused beside' ? 'refused' : fate
  })
  const value = JSON.stringify(Object.values(field.body)[0]).replaceAll(/"(data:)?[^"]{60,}"/g, '"…"')
  return `| \`${field.at.slice(1)}\` | \`${value}\` | ${cells.join(' | ')} |`
}

const bare = (table: string): string => table.replaceAll(/[ -]+/g, ' ').trim()

test('the table of the README says what happens', () => {
  const table = [
    `| field | value | ${columns.map(({ name }) => `\`${name}\``).join(' | ')} |`,
    `|${' --- |'.repeat(columns.length + 2)}`,
    ...requestFields.map(rowOf),
  ]
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const found = /<!-- fields -->\n+([\s\S]*?)\n+<!-- \/fields -->/.exec(readme)?.[1] ?? ''
  expect(bare(found)).toBe(bare(table.join('\n')))
})
