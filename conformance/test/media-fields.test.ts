import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fieldPage, fieldTables } from '../src/media/field-table.ts'

/** Fields without effect on the calls, and why that is no loss. */
const answerOnly = ['encoding_format `base64`', 'response_format `url`', 'response_format `b64_json`', 'parameters.includeRaiReason `true`']
const defaults: Readonly<Record<string, readonly string[]>> = {
  'n 1': ['ark-images', 'dashscope', 'imagen-predict'],
  'size `1024x1024`': ['dashscope', 'imagen-predict'],
  'size `1024*1024`': ['dashscope', 'imagen-predict'],
  'parameters.sampleCount `1`': ['openai-images', 'ark-images', 'dashscope', 'imagen-predict', 'gemini-image'],
  'parameters.addWatermark `false`': ['ark-images', 'dashscope'],
  // Seedream 4 makes only JPEG.
  'output_format `jpeg`': ['ark-images'],
}

test('the page about fields in docs is what the code does', () => {
  const committed = readFileSync(new URL('../../docs/media-fields.md', import.meta.url), 'utf8')
  // `node conformance/src/media/field-table.ts` writes the page anew.
  expect(fieldPage().split('\n')).toEqual(committed.split('\n'))
})

describe.each(fieldTables())('$endpoint', ({ upstreams, rows }) => {
  test.each(
    rows.flatMap(({ field, fates }) => fates.map((fate, index) => ({ name: field.name, upstream: upstreams[index] ?? '', field, fate }))),
  )('$name at $upstream is carried, told or refused with its name', ({ name, upstream, field, fate }) => {
    if (field.illegal) expect(fate.fate).toBe('refused')
    if (fate.fate === 'unseen')
      expect(answerOnly.includes(name) || defaults[name]?.some((format) => upstream.startsWith(format)), 'lost in silence').toBe(true)
    if (fate.fate !== 'refused') return
    expect(fate.message).not.toBe('')
    const named = [...Object.keys(field.field), ...Object.keys(field.base ?? {})].some(
      (key) => fate.path === `/${key}` || fate.path.startsWith(`/${key}/`),
    )
    expect(named, `the refusal names ${fate.path}`).toBe(true)
  })
})
