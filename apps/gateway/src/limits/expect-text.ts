import { isJsonObject, type JsonObject } from '@interlingua/core'
import { measureTokens } from '../metering/measure-tokens.ts'
import type { Expected, OutputReserve } from './expected.ts'

/** Bytes of JSON for one token. */
const rate = 4
/** Bytes of a body that is not looked into: a larger one may hold files, whose length says little of their tokens. */
const small = 32_768

/** What a request for text may take: its length and the maximum that it names tell, no tokenizer. `kept`: tokens that it only refers to. */
export function expectText(body: JsonObject, bytes: number, { output, maxOutput }: OutputReserve, kept = 0): Expected {
  const named = namedOutput(body)
  return { input: kept + expectInput(body, bytes), output: choicesOf(body) * (named === undefined ? output : Math.min(named, maxOutput)) }
}

export function expectInput(body: JsonObject, bytes: number): number {
  return Math.ceil(bytes <= small ? bytes / rate : measureTokens(body))
}

/** The maximum as the formats spell it; bodies were not checked yet. */
function namedOutput(body: JsonObject): number | undefined {
  const config = body['generationConfig'] ?? body['generation_config']
  const options = isJsonObject(config) ? config : {}
  const spelled = [
    body['max_completion_tokens'],
    body['max_output_tokens'],
    body['max_tokens'],
    options['maxOutputTokens'],
    options['max_output_tokens'],
  ]
  return spelled.find((value): value is number => typeof value === 'number' && value > 0)
}

function choicesOf(body: JsonObject): number {
  const config = body['generationConfig']
  const count = body['n'] ?? (isJsonObject(config) ? config['candidateCount'] : undefined)
  return typeof count === 'number' && Number.isInteger(count) && count > 0 && count <= 128 ? count : 1
}
