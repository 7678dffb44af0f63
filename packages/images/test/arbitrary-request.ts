import type { Json, JsonObject } from '@interlingua/core'
import fc from 'fast-check'

export const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'
const dataUrl = `data:image/png;base64,${png}`

const word = fc.stringMatching(/^[a-z]{1,8}$/)
const nullable = <T extends Json>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(values, { nil: null, freq: 8 })

/** An image in each spelling that a body may have. */
export const arbitraryInput: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    dataUrl,
    png,
    'https://example.com/a.png',
    { image_url: dataUrl },
    { image_url: { url: 'https://example.com/b.png' } },
    { type: 'image_url', url: dataUrl },
    { file_id: 'file-1' },
    { image: png },
    { inlineData: { mimeType: 'image/png', data: png } },
    { fileData: { fileUri: 'https://example.com/c.png' } },
  ),
)

const arbitraryContents = fc.array(
  fc.record(
    { role: fc.constantFrom('user', 'model'), parts: fc.array(fc.oneof(fc.record({ text: fc.string() }), imagePart()), { maxLength: 3 }) },
    { requiredKeys: ['parts'] },
  ),
  { minLength: 1, maxLength: 2 },
)

function imagePart(): fc.Arbitrary<Json> {
  return fc.constantFrom<Json>(
    { image: dataUrl },
    { inlineData: { mimeType: 'image/png', data: png } },
    { inline_data: { mime_type: 'image/png', data: png } },
  )
}

/** Legal bodies of `/v1/images/generations`, with fields of every family, unknown keys, and nulls. */
export const arbitraryBody: fc.Arbitrary<JsonObject> = fc
  .record(
    {
      model: word,
      prompt: fc.string({ minLength: 1 }),
      n: nullable(fc.integer({ min: 1, max: 10 })),
      size: nullable(fc.constantFrom('auto', '1024x1024', '1024*1024', '2K', '1.5k', '1536x864')),
      aspect_ratio: nullable(fc.constantFrom('auto', '1:1', '16:9', '21:9')),
      quality: nullable(fc.constantFrom('auto', 'low', 'hd')),
      background: nullable(fc.constantFrom('auto', 'opaque', 'transparent')),
      output_format: nullable(fc.constantFrom('png', 'webp')),
      response_format: nullable(fc.constantFrom('url', 'b64_json')),
      stream: nullable(fc.constant(true)),
      seed: nullable(fc.nat()),
      negative_prompt: nullable(fc.string()),
      guidance_scale: nullable(fc.integer({ min: 0, max: 20 })),
      watermark: nullable(fc.boolean()),
      optimize_prompt_options: nullable(fc.constantFrom<JsonObject[]>({ mode: 'fast' }, { mode: 'standard', extra: 1 }, {})),
      sequential_image_generation: fc.constantFrom('auto', 'disabled'),
      input_fidelity: nullable(fc.constantFrom('auto', 'low', 'medium', 'high')),
      moderation: nullable(fc.constantFrom('auto', 'low')),
      style: nullable(fc.constantFrom('vivid', 'natural')),
      user: nullable(fc.string()),
      safety_identifier: nullable(fc.string()),
      tools: nullable(fc.constantFrom<Json[]>([{ type: 'web_search' }], [{ type: 'web_search', depth: 2 }], [])),
      input: nullable(fc.constant({ messages: [{ role: 'user', content: [{ text: 'a' }, { image: dataUrl }] }] })),
      parameters: nullable(fc.constant({ size: '1024*1024', seed: 3, bbox_list: [[1]] })),
      image: fc.oneof(arbitraryInput, fc.array(arbitraryInput, { minLength: 1, maxLength: 3 })),
      images: fc.array(arbitraryInput, { maxLength: 3 }),
      contents: arbitraryContents,
      svg: fc.constant({ model: 'm', reasoning: { effort: 'low' } }),
      [`x_unknown`]: fc.jsonValue().map((value) => value as Json), // JSON, by its name
    },
    { requiredKeys: ['model', 'prompt'] },
  )
  .map((body) => body as JsonObject) // a record of JSON values
