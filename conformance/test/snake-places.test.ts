import { isJsonObject, type Json } from '@interlingua/core'
import { requestTranslation, type Translated } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import type { FormatId } from '../src/format-id.ts'
import { formatIds } from '../src/formats.ts'
import { ownCorpus } from '../src/own-corpus.ts'
import { pairOf } from '../src/pair-of.ts'
import { requestDocument } from '../src/request-document.ts'

/** Keys under which callers choose names themselves. */
const free = new Set([
  'args',
  'response',
  'parameters',
  'parametersJsonSchema',
  'responseSchema',
  'responseJsonSchema',
  '_responseJsonSchema',
  'labels',
  'partMetadata',
])

/** Choice of the names of a request that are in snake_case: those at places of this parity. */
type Choice = (place: string) => boolean

const choices: Readonly<Record<string, Choice>> = {
  'all names': () => true,
  'names at even depths': (place) => place.split('/').length % 2 === 0,
  'names at odd depths': (place) => place.split('/').length % 2 === 1,
  'names of an even length': (place) => place.length % 2 === 0,
}

const snakeOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function rename(value: Json, chosen: Choice, at = ''): Json {
  if (Array.isArray(value)) return value.map((item: Json, index) => rename(item, chosen, `${at}/${index}`))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const place = `${at}/${key}`
      return [chosen(place) ? snakeOf(key) : key, free.has(key) ? inner : rename(inner, chosen, place)]
    }),
  )
}

function renamePath(path: string, chosen: Choice, document: Json): string {
  let place = ''
  let spelled = ''
  let inner: Json | undefined = document
  let own = false
  for (const segment of path.split('/').slice(1)) {
    place += `/${segment}`
    const known: Json | undefined =
      inner !== null && typeof inner === 'object' ? (inner as Readonly<Record<string, Json>>)[segment] : undefined // a list is read by its indexes
    // A missing member is spelled as the format spells it.
    spelled += `/${!own && known !== undefined && chosen(place) ? snakeOf(segment) : segment}`
    own ||= free.has(segment)
    inner = known
  }
  return spelled
}

function told(done: Translated, encode: (path: string) => string): readonly string[] {
  return done.type === 'refused' ? [`refused ${encode(done.path)}`] : done.notices.map(({ code, path }) => `${code} ${encode(path)}`)
}

const targets = formatIds.filter((format): format is Exclude<FormatId, 'contents'> => format !== 'contents')
const cases = Object.entries(choices).flatMap(([name, chosen]) => targets.map((target) => ({ name, chosen, target })))

test.each(cases)('a notice to $target names what is gone as the caller spelled it: $name in snake_case', ({ chosen, target }) => {
  const translate = requestTranslation(pairOf('contents', target))
  let count = 0
  for (const recording of ownCorpus('contents')) {
    const document = requestDocument(recording, 'contents')
    if (document === undefined) continue
    const expected = told(translate(document), (path) => renamePath(path, chosen, document))
    count += expected.length
    expect(
      told(translate(rename(document, chosen)), (path) => path),
      recording.id,
    ).toEqual(expected)
  }
  expect(count).toBeGreaterThan(20)
})
