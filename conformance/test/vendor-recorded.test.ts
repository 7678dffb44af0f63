import { fileURLToPath } from 'node:url'
import { isJsonObject } from '@interlingua/core'
import { vendorRefusals } from '@interlingua/scripted-provider'
import type { Vendor } from '@interlingua/scripted-provider'
import { expect, test } from 'vitest'
import { describeRecordings } from '../../tools/recordings.ts'
import { recordedCorpus, recordings } from '../src/recorded-corpus.ts'
import { requestDocument } from '../src/request-document.ts'

/** Vendors that really responded, by their name in the recordings. */
const vendors = {
  anthropic: 'anthropic',
  openai: 'openai',
  azure: 'azure',
  google: 'google',
  vertex: 'vertex',
  deepseek: 'deepseek',
  mistral: 'mistral',
  groq: 'groq',
  xai: 'xai',
  openrouter: 'openrouter',
  cerebras: 'cerebras',
  vllm: 'vllm',
  llamacpp: 'llamacpp',
} as const satisfies Readonly<Record<string, Vendor>>

/** Recordings redact the ids of calls. */
const redacted = /REDACTED/

describeRecordings('no rule refuses what its vendor took', fileURLToPath(recordings), () => {
  const sets = recordedCorpus().filter(({ counts }) => counts === undefined)

  test.each(Object.keys(vendors))('%s', (provider) => {
    const vendor = vendors[provider as keyof typeof vendors] // a key of `vendors`
    let judged = 0
    const found = sets.flatMap(({ format, recordings: recordedAll }) =>
      (recordedAll ?? []).flatMap((recording) => {
        const document = recording.provider === provider && recording.status < 400 ? requestDocument(recording, format) : undefined
        if (!isJsonObject(document)) return []
        judged++
        const { model, stream: _stream, ...rest } = document
        const body = format === 'contents' ? rest : document
        return vendorRefusals(format, String(model), body, { vendor, headers: recording.requestHeaders ?? {} })
          .filter(({ message }) => !redacted.test(message))
          .map(({ rule, path, message }) => `${recording.id} (${String(model)}): ${rule} ${path} ${message}`)
      }),
    )
    expect(found).toEqual([])
    expect(judged).toBeGreaterThan(0)
  })
})
