/** The capabilities of a model of OpenAI's Videos API. */
export interface OpenaiVideoModel {
  readonly seconds: readonly string[]
  readonly sizes: readonly string[]
}

const small = ['720x1280', '1280x720']
const large = ['1024x1792', '1792x1024', '1080x1920', '1920x1080']
const sora = ['4', '8', '12', '16', '20']

/** The capabilities of other servers with that API: further durations, and the sizes of Azure's. */
const compatible: OpenaiVideoModel = {
  seconds: ['4', '5', '8', '10', '12', '15', '16', '20'],
  sizes: [...small, ...large, '480x480', '480x854', '854x480', '720x720', '1080x1080'],
}

/** The capabilities of a model, by its name. */
export function openaiVideoModel(model: string): OpenaiVideoModel {
  if (model.startsWith('sora-2-pro')) return { seconds: sora, sizes: [...small, ...large] }
  return model.startsWith('sora-') ? { seconds: sora, sizes: small } : compatible
}
