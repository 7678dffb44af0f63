import type { Histogram, Meter } from '@opentelemetry/api'
import {
  METRIC_GEN_AI_CLIENT_OPERATION_DURATION,
  METRIC_GEN_AI_CLIENT_OPERATION_TIME_TO_FIRST_CHUNK,
  METRIC_GEN_AI_CLIENT_TOKEN_USAGE,
  METRIC_GEN_AI_SERVER_REQUEST_DURATION,
  METRIC_GEN_AI_SERVER_TIME_TO_FIRST_TOKEN,
} from '@opentelemetry/semantic-conventions/incubating'

/** https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-metrics/ */
export interface Instruments {
  readonly duration: Histogram
  readonly firstChunk: Histogram
  readonly tokens: Histogram
  readonly serverDuration: Histogram
  readonly serverFirstToken: Histogram
}

const durations = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]
const firsts = [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const counts = [1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864]

/** The boundaries are those that the conventions ask for. */
export function createInstruments(meter: Meter): Instruments {
  const seconds = (name: string, description: string, explicitBucketBoundaries: number[]): Histogram =>
    meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries } })
  return {
    duration: seconds(METRIC_GEN_AI_CLIENT_OPERATION_DURATION, 'Duration of a call of an upstream.', durations),
    firstChunk: seconds(METRIC_GEN_AI_CLIENT_OPERATION_TIME_TO_FIRST_CHUNK, 'Time from a call to the first chunk of its stream.', firsts),
    tokens: meter.createHistogram(METRIC_GEN_AI_CLIENT_TOKEN_USAGE, {
      description: 'Tokens of a call, by type.',
      unit: '{token}',
      advice: { explicitBucketBoundaries: counts },
    }),
    serverDuration: seconds(METRIC_GEN_AI_SERVER_REQUEST_DURATION, 'Duration of a request to the gateway.', durations),
    serverFirstToken: seconds(METRIC_GEN_AI_SERVER_TIME_TO_FIRST_TOKEN, 'Time to the first byte of a stream of the gateway.', firsts),
  }
}
