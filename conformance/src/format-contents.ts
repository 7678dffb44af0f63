import { contents } from '@interlingua/contents'
import type { Pointer } from '@interlingua/core'
import { accumulateContentsStream, checkContentsRequest, checkContentsResponse, checkContentsStream } from '@interlingua/testkit'
import { foldWithGoogle } from './fold-with-google.ts'
import { pathInBody } from './path-in-body.ts'
import type { SuiteFormat } from './suite-format.ts'

export const formatContents: SuiteFormat = {
  adapter: contents,
  documents: pathInBody(contents),
  unordered: false,
  asked: {},
  headers: {},
  documentOf: accumulateContentsStream,
  checkRequest: checkContentsRequest,
  checkResponse: checkContentsResponse,
  checkStream: checkContentsStream,
  foldWithSdk: foldWithGoogle,
  // Constants, positions, a sum of others, the time of the response, and a repeated piece of its text.
  inertAnswer: [
    '/candidates/*/index',
    '/candidates/*/content/role',
    '/usageMetadata/totalTokenCount',
    '/createTime',
    '/candidates/*/groundingMetadata/groundingSupports/*/segment/text',
  ],
  // A switch of the server, roles other than the model's (which all mean the user), the order of properties, and the type of a remote file.
  inertRequest: [
    '/systemInstruction/role',
    '/toolConfig/includeServerSideToolInvocations',
    '/system_instruction/role',
    '/contents/*/role',
    '/contents/*/parts/*/fileData/mimeType',
    '/contents/*/parts/*/file_data/mime_type',
    '/tools/*/functionDeclarations/*/parameters/propertyOrdering/*',
    '/generationConfig/responseSchema/propertyOrdering/*',
    '/generationConfig/responseSchema/property_ordering/*',
  ],
  related,
}

/** Places that express one thing together: a budget or a level for thinking, and finish reasons that decide the status. */
function related(place: Pointer): readonly Pointer[] {
  const config = '/generationConfig/thinkingConfig'
  if (place.startsWith('/usageMetadata/promptTokenCount')) return ['/usageMetadata/toolUsePromptTokenCount']
  if (place.startsWith(config)) return [config, `${config}/thinkingBudget`, `${config}/thinkingLevel`, `${config}/includeThoughts`]
  if (place.endsWith('/name')) return ['/tools']
  return place === '/status' ? ['/candidates/0/finishReason', '/candidates/1'] : []
}
