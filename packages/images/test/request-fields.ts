import type { JsonObject } from '@interlingua/core'

const png = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

export interface RequestField {
  /** The field's place, as notices and errors name it. */
  readonly at: string
  readonly body: JsonObject
  /** The fields that must stand beside it. */
  readonly beside?: JsonObject
}

const editable = { image: png }

/** Every optional field of the images endpoint, with a value that differs from the default. */
export const requestFields: readonly RequestField[] = [
  { at: '/n', body: { n: 2 } },
  { at: '/size', body: { size: '1024x1024' } },
  { at: '/size', body: { size: '2K' } },
  { at: '/size', body: { size: '2048*2048' } },
  { at: '/aspect_ratio', body: { aspect_ratio: '16:9' } },
  { at: '/quality', body: { quality: 'high' } },
  { at: '/background', body: { background: 'transparent' } },
  { at: '/output_format', body: { output_format: 'jpeg' } },
  { at: '/output_format', body: { output_format: 'webp' } },
  { at: '/output_compression', body: { output_compression: 50 }, beside: { output_format: 'jpeg' } },
  { at: '/stream', body: { stream: true } },
  { at: '/partial_images', body: { partial_images: 2 }, beside: { stream: true } },
  { at: '/seed', body: { seed: 7 } },
  { at: '/negative_prompt', body: { negative_prompt: 'dogs' } },
  { at: '/guidance_scale', body: { guidance_scale: 3.5 } },
  { at: '/watermark', body: { watermark: true } },
  { at: '/watermark', body: { watermark: false } },
  { at: '/optimize_prompt_options', body: { optimize_prompt_options: { mode: 'fast' } } },
  { at: '/sequential_image_generation', body: { sequential_image_generation: 'auto' } },
  {
    at: '/sequential_image_generation_options',
    body: { sequential_image_generation_options: { max_images: 3 } },
    beside: { sequential_image_generation: 'auto' },
  },
  { at: '/input_fidelity', body: { input_fidelity: 'high' }, beside: editable },
  { at: '/input_fidelity', body: { input_fidelity: 'medium' }, beside: editable },
  { at: '/input_fidelity', body: { input_fidelity: 'high' } },
  { at: '/moderation', body: { moderation: 'low' } },
  { at: '/user', body: { user: 'u1' } },
  { at: '/safety_identifier', body: { safety_identifier: 's1' } },
  { at: '/tools', body: { tools: [{ type: 'web_search' }] } },
  { at: '/style', body: { style: 'vivid' } },
  { at: '/complexity', body: { complexity: 'low' } },
  { at: '/frame_count', body: { frame_count: 4 } },
  { at: '/frame_duration_ms', body: { frame_duration_ms: 90 } },
  { at: '/svg', body: { svg: { model: 'm' } } },
  { at: '/image', body: { image: png } },
  { at: '/image', body: { image: [png, png] } },
  { at: '/images', body: { images: [{ image_url: png }] } },
  { at: '/images', body: { images: [png] } },
  { at: '/images', body: { images: [{ file_id: 'file-1' }] } },
  { at: '/mask', body: { mask: png }, beside: editable },
  { at: '/contents', body: { contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: png.slice(22) } }] }] } },
  { at: '/contents', body: { contents: [{ role: 'user', parts: [{ text: 'a dog' }] }] } },
  { at: '/input', body: { input: { messages: [{ role: 'user', content: [{ image: png }] }] } } },
  { at: '/input', body: { input: { messages: [{ role: 'user', content: [{ text: 'a dog' }] }] } } },
  { at: '/input', body: { input: { messages: [{ role: 'user', content: [{ text: 'a dog' }] }], thinking: true } } },
  { at: '/parameters/size', body: { parameters: { size: '1024*1024' } } },
  { at: '/parameters/n', body: { parameters: { n: 2 } } },
  { at: '/parameters/seed', body: { parameters: { seed: 7 } } },
  { at: '/parameters/watermark', body: { parameters: { watermark: true } } },
  { at: '/parameters/prompt_extend', body: { parameters: { prompt_extend: false } } },
  { at: '/parameters/negative_prompt', body: { parameters: { negative_prompt: 'dogs' } } },
  { at: '/parameters/thinking_mode', body: { parameters: { thinking_mode: true } } },
  { at: '/prompt_rewriter', body: { prompt_rewriter: { on: true } } },
]
