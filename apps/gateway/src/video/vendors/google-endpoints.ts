import { geminiVeo } from '@interlingua/video'
import type { Formats } from '../../create-formats.ts'
import type { Endpoint } from '../../endpoint.ts'
import { withBody } from '../../requests/with-body.ts'
import { fetchOperation, getOperation, predictLongRunning } from './serve-operations.ts'

/** The tasks of videos as long-running operations, as Google's clients ask for them. https://ai.google.dev/gemini-api/docs/video */
export function googleVideoEndpoints(formats: Formats): readonly Endpoint[] {
  const native = { edge: formats.ofVendor('google'), dialect: geminiVeo.format, access: 'key', metered: false } as const
  return [
    ...['/v1beta', '/v1'].map((version): Endpoint => ({
      ...native,
      method: 'GET',
      path: `${version}/models/{model}/operations/{operation}`,
      operation: 'video-query',
      serve: getOperation,
    })),
    {
      ...native,
      method: 'POST',
      path: '/v1beta/models/{model}:predictLongRunning',
      also: ['/v1/models/{model}:predictLongRunning'],
      operation: 'video',
      metered: true,
      serve: predictLongRunning,
    },
    {
      ...native,
      method: 'POST',
      path: '/v1beta/models/{model}:fetchPredictOperation',
      also: ['/v1/models/{model}:fetchPredictOperation'],
      operation: 'video-query',
      serve: withBody(fetchOperation),
    },
  ]
}
