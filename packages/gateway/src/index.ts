export { type BodyLimits, parseBody } from './body/parse-body.ts'
export { createGateway, type Gateway, type GatewayOptions, type Lead, type ListenAddress } from './create-gateway.ts'
export { gatewayNotices } from './gateway-notices.ts'
export { noticeTables } from './notice-tables.ts'
export { explainRequest, type Explanation, messageOf } from './generate/explain-request.ts'
export type { EventFields, EventLevel, Observer, RunningAttempt } from './metering/observer.ts'
export type { Admission, ObservedAttempt, ObservedRequest, Outcome } from './metering/outcome.ts'
export { wordsOfFailure } from './metering/words-of-failure.ts'
export { codesOfNotices } from './metering/record.ts'
export { describeTarget } from './models/list.ts'
export { modelStyleOf } from './models/serve-models.ts'
export { type ChannelTest, testChannel } from './models/test-channel.ts'
export { expectText } from './operation/expect.ts'
export { isUsable, unreadiness } from './operator/readiness.ts'
export {
  readUsageQuery,
  type RecordReport,
  reportUsage,
  type SumReport,
  type UsageQuery,
  type UsageReport,
} from './operator/report-usage.ts'
export { answerHeaders } from './reply/reply-headers.ts'
export { answerJson, finishReply } from './reply/write-reply.ts'
export { createRouter, type Route } from './router/create-router.ts'
export { createEndpoints } from './router/endpoints.ts'
export type { Middleware } from './router/serve-request.ts'
export type { AdmittedRequest, ClientRequest } from './server/client-request.ts'
export type { Endpoint } from './server/reply.ts'
export type { RecordableRequest, Recorder, RequestTap } from './server/recorder.ts'
export type { GatewayState } from './server/gateway-state.ts'
export type { LimitOptions } from './server/limits.ts'
export type { GatewaySettings, ResponsesOptions } from './server/open-settings.ts'
export type { Reply } from './server/reply.ts'
export { readDownload } from './video/download.ts'
