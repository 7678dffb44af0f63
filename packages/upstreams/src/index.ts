export {
  type BreakerOptions,
  type Circuit,
  createBreaker,
  type LocalCircuit,
  type Pass,
  reportStatus,
  type UpstreamTrouble,
} from './breaker.ts'
export { noteTrouble } from './note-trouble.ts'
export { type ReadAnswer, readUpstream } from './read-upstream.ts'
export {
  type CallGroup,
  type CallHooks,
  callUpstream,
  type HeldTimer,
  type ObservedCall,
  type Open,
  type Receiver,
  type Refuse,
  type UpstreamRequest,
  upstreamRequest,
} from './call-upstream.ts'
export {
  type Capability,
  type Channel,
  type ChannelModel,
  formatOf,
  type UpstreamKind,
  type UpstreamKinds,
  type VideoSettings,
} from './channels/channel.ts'
export { type ChannelRegistry, createChannelRegistry } from './channels/create-channel-registry.ts'
export { createPools, type Pools } from './channels/create-pools.ts'
export { createKinds, type OperationKind } from './channels/kinds.ts'
export { createProfileFinder, openChannel } from './channels/open-channel.ts'
export {
  type Candidates,
  createResolver,
  isChosen,
  isEmbeddingId,
  isImageId,
  isVideoId,
  type Resolver,
  type Target,
} from './channels/resolver.ts'
export type {
  ChannelDefaults,
  ChannelModelOptions,
  ChannelOptions,
  CircuitBreakerOptions,
  ConcurrencyOptions,
  PolicyOptions,
  RequestDefaults,
  RetryOptions,
  RouteOptions,
  TimeoutOptions,
} from './channels/channel-options.ts'
export { type ConcurrencyQueue, createConcurrencyQueue, type QueueOptions } from './concurrency-queue.ts'
export { type CallControls, ownControls, type UpstreamIdentity } from './controls.ts'
export { type ErrorAnswer, readChannelError, readErrorAnswer } from './error-answer.ts'
export { createFailover, type Failover, type FailoverHost, readRetryPolicy, type RetryPolicy } from './failover.ts'
export { createUpstreams, type UpstreamCall, type Upstreams, type UpstreamsOptions } from './create-upstreams.ts'
export { createRefusalMemory, type Parameter, parameters } from './refused-parameters.ts'
export { failureOfSocket, failureOfCall } from './socket-failure.ts'
export { judgeAnswer, judgeFailure, recordFailure, type UpstreamFailure, type RetryDecision, timeToWait } from './retry-decision.ts'
export { redactAnswer, redactCredentialFailure, redactFailure, redactHeaders, redactSecrets, redactValue } from './redact/redact.ts'
export { credentialOf } from './secrets.ts'
export { type Continuation, openSocketLane, type SocketCall, type SocketLane } from './sockets/open-socket-lane.ts'
export { sessionOf, weighTargets } from './weigh-targets.ts'
export { streamDecoders } from './stream-decoders.ts'
export { UpstreamError } from './answer.ts'
export { createFetchers, type Fetchers, type MediaOptions } from './media/create-fetchers.ts'
export type { ResultOpener } from './media/create-fetchers.ts'
export { FetchError } from './media/addresses.ts'
export type { MediaFetcher } from './media/fetch-media.ts'
export { settleMime } from './media/settle-mime.ts'
export type {
  AwsCredentialOptions,
  AwsSource,
  CredentialOptions,
  GoogleCredentialOptions,
  GoogleSource,
} from './credentials/credential-options.ts'
