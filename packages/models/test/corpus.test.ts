import { fileURLToPath } from 'node:url'
import type { Notice } from '@interlingua/core'
import { readCorpus } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { describeRecordings } from '../../../tools/recordings.ts'
import { anthropicModels, geminiModels, openaiModels, type ListedModel, type ModelListAdapter } from '../src/index.ts'

// Recorded traffic of other clients, which lies beside the checkout and is not part of it.
const corpus = fileURLToPath(new URL('../../../../shared/corpus/models', import.meta.url))

const styles: readonly ModelListAdapter[] = [openaiModels, anthropicModels, geminiModels]
const exchanges = readCorpus(corpus) ?? []
const lists = exchanges.filter(({ status }) => status === 200)

function styleOf(provider: string | undefined): ModelListAdapter {
  return provider === 'anthropic' ? anthropicModels : provider === 'google' ? geminiModels : openaiModels
}

const silent = { onNotice: () => {} }
const known = ({ at: _at, fields: _fields, extensions: _extensions, ...model }: ListedModel): object => model

describeRecordings('recorded lists of models', corpus, () => {
  test.each(lists)('$id comes back as it went in', ({ provider, response }) => {
    const style = styleOf(provider)
    const list = style.decodeList(style.parseList({ status: 200, headers: {}, body: response }))
    expect(style.encodeList(list, silent).body).toEqual(response)
    for (const model of list.models) expect(style.decodeModel(style.encodeModel(model, silent))).toEqual({ ...model, at: '' })
  })

  test.each(lists.flatMap((exchange) => styles.map((style) => ({ ...exchange, style, into: style.format }))))(
    '$id into $into: what is not the same afterwards was told',
    ({ provider, response, style }) => {
      const source = styleOf(provider)
      const list = source.decodeList(source.parseList({ status: 200, headers: {}, body: response }))
      const notices: Notice[] = []
      const reply = style.encodeList(list, { onNotice: (notice) => void notices.push(notice) })
      const back = style.decodeList(style.parseList({ status: 200, headers: {}, body: JSON.parse(JSON.stringify(reply.body)) }))
      expect(back.models.map(({ id }) => id)).toEqual(list.models.map(({ id }) => id))
      // A field is reported once, for all models that have it.
      const told = new Set(notices.filter(({ code }) => code === 'models/no-such-field').map(({ path }) => path.split('/')[3]))
      for (const [index, model] of list.models.entries()) {
        const other = back.models[index]
        for (const [field, value] of Object.entries(known(model))) {
          const spelled = model.fields?.[field]?.slice(1) ?? field
          if (!told.has(spelled)) expect(other?.[field as keyof ListedModel], `${model.id} ${field}`).toEqual(value) // keys of `spelled`
        }
      }
    },
  )

  test.each(exchanges.filter(({ status }) => status !== 200))('$id is no list', ({ provider, response, status }) => {
    expect(() => styleOf(provider).parseList({ status, headers: {}, body: response })).toThrow(expect.objectContaining({ code: 'wire' }))
  })
})
