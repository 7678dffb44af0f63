/**
 * Prompts of the cases, which make the demo provider play its part (packages/scripted-provider/README.md). A harness puts the case's mark
 * before the prompt, by which the driver finds the upstream's requests of the case.
 */
export const prompts = {
  /** A whole answer: its text holds `saffron`, its end was regular, and tokens were counted. */
  text: '[demo:say The word is saffron.]',
  /** A stream of 120 words that comes in pieces and ends with `lima`. */
  stream: '[demo:words 120]',
  /** Two calls in one turn (`get_weather` with Oslo, `get_time` with Lima), streamed where the client can; the last text quotes both results. */
  tools: 'use get_weather city=Oslo and get_time city=Lima',
  /** Two calls one after the other, by a model that reasons before each; the client returns the reasoning that it keeps. */
  reasoning: 'use get_weather city=Oslo, then call get_time city=Lima [demo:think high]',
  /** An object by a JSON schema: `name` a text, `age` an integer, `tags` texts. */
  schema: 'Describe a person.',
  /** A picture of the user's: the answer names `image/png`. */
  image: 'What is on this picture?',
  /** A stream that breaks off in the middle: the client must report an error, not take the half for the whole. */
  cut: '[demo:words 400][demo:cut]',
  /** 429 every time: the client's own error for it, without a second attempt. */
  'rate-limit': '[demo:rate-limit retry-after=1]',
  /** 429 once: the client waits for the stated second, asks again and gets its answer with `saffron`. */
  retry: '[demo:rate-limit retry-after=1 times=1][demo:say The word is saffron.]',
  /** 500 every time: the client's own error for it. */
  'server-error': '[demo:status 500]',
  /** A prompt that is too long: the client's own error for it, if there is one, else that of a bad request. */
  context: '[demo:context-length]',
  /** An invalid key: the client's own error for it. */
  key: 'hello',
  /** The client leaves in the middle of a long stream: the upstream's call ends too. */
  cancel: '[demo:words 4000][demo:slow 20ms]',
} as const

/**
 * Further cases. `replay` is judged by the driver alone: the last request of a reasoning loop has every signature of the upstream. Agents
 * have `shell`, two commands that write a file and read it, and `recover`, the same after a first answer that broke off.
 */
export type CaseName = keyof typeof prompts | 'replay' | 'shell' | 'recover'

export const caseNames: readonly CaseName[] = [
  'text',
  'stream',
  'tools',
  'reasoning',
  'shell',
  'recover',
  'replay',
  'schema',
  'image',
  'cut',
  'rate-limit',
  'retry',
  'server-error',
  'context',
  'key',
  'cancel',
]

/** A PNG of eight by eight pixels. */
export const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC'

/** Cases of a library. */
export const libraryCases: readonly CaseName[] = caseNames.filter((name) => name !== 'shell' && name !== 'recover')
