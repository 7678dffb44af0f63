export type {
  AdapterDefinition,
  ErrorDefinition,
  ErrorFacts,
  HttpDefinition,
  OwnFraming,
  PartialAdapter,
  PartialDefinition,
  WireSchemas,
} from './adapter-definition.ts'
export { addUsage } from './add-usage.ts'
export { check } from './check.ts'
export { createWordCheck, type WordRule } from './create-word-check.ts'
export { dataUrlOf } from './data-url.ts'
export { defaultStatuses } from './default-statuses.ts'
export { defineAdapter } from './define-adapter.ts'
export { errorWordOf } from './error-word-of.ts'
export { printErrorWord, readErrorWord, type ErrorWord, type ErrorWords } from './error-words.ts'
export { failureOfDocument } from './failure-of-document.ts'
export { failureOfStatus } from './failure-of-status.ts'
export { bareModel, methodOfPath, modelOfPath, pathOfModel } from './google-model-path.ts'
export { invalidRequest } from './invalid-request.ts'
export { jsonSchemaOf } from './json-schema-of.ts'
export { knownMessage, type KnownWords } from './known-words.ts'
export { openaiErrorTypes, openaiErrorWords } from './openai-error-words.ts'
export { openaiErrors, readOpenaiError } from './openai-errors.ts'
export { openaiKnownWords } from './openai-known-words.ts'
export { encodeOpenaiRates, openaiRateHeaders } from './openai-rates.ts'
export { placeOf } from './place-of.ts'
export { readBodyHead, readModelHead, requireList } from './read-body-head.ts'
export { readDataUrl, type DataUrl } from './read-data-url.ts'
export { readFailure } from './read-failure.ts'
export { readImage } from './read-image.ts'
export { readSettings } from './read-settings.ts'
export { recognizesOpenai } from './recognizes-openai.ts'
export type { Schema } from './schema.ts'
export { sniffImage } from '@interlingua/core'
export { isWireFile, type WireFile } from './wire-file.ts'
export { bracketField, dotField, nameField, withoutField } from './name-field.ts'
