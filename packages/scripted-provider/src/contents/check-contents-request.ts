import type { Failure } from '@interlingua/core'
import { refuseContents } from './refuse-contents.ts'
import type { ContentsBody } from './shapes/request-shape.ts'

/** The rules of the contents vendor beyond the schema. */
export function checkContentsRequest(body: ContentsBody, _model: string): Failure | undefined {
  if (!body.contents || body.contents.length === 0)
    return refuseContents('* GenerateContentRequest.contents: contents is not specified\n', 'contents')
  return undefined
}
