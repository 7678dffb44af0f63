export type {
  WireMessage,
  WireReply,
  Reversals,
  Lowered,
  EffectiveSettings,
  EncodeState,
  DecodeState,
  StreamOptions,
  GenerateAdapter,
  InboundAdapter,
  OutboundAdapter,
  CountAdapter,
  InboundCount,
  OutboundCount,
  Count,
  Http,
} from './adapter.ts'
export { applyPolicy } from './apply-policy.ts'
export { chain } from './chain.ts'
export type { Context } from './context.ts'
export { explainUnsupported } from './explain-unsupported.ts'
export { InterlinguaError, WireError, LimitError, UnsupportedError, isInterlinguaError } from './errors.ts'
export type { FailureCode, Failure } from './failure.ts'
export { findModelProfile } from './find-model-profile.ts'
export { findRemoteMedia } from './find-remote-media.ts'
export type { FoundUrl } from './find-remote-media.ts'
export { foldEvents } from './fold-events.ts'
export { isRetryable } from './is-retryable.ts'
export type { Json, JsonObject } from './json.ts'
export { defaultLimits } from './limits.ts'
export type { Limits } from './limits.ts'
export type { Machine, Frame } from './machine.ts'
export { mergeUsage } from './merge-usage.ts'
export type { ModelProfile } from './model-profile.ts'
export type { Format, Extension, Extensions, FieldPointers, Node, CacheTtl, CacheMark } from './node.ts'
export type { NoticeKind, NoticeEntry, Notice } from './notice.ts'
export { parseDocument } from './parse-exact-json.ts'
export { parseJson, isJsonObject } from './parse-json.ts'
export type {
  Part,
  Seal,
  TextPart,
  RefusalPart,
  ReasoningPart,
  ReasoningSegment,
  ToolCallPart,
  ToolResultPart,
  HostedCallPart,
  HostedResultPart,
  ApprovalPart,
  CompactionPart,
  MediaPart,
  DocumentPart,
  SearchResultPart,
  FileReferencePart,
  OpaquePart,
  Source,
  Citation,
  TokenLogprob,
} from './part.ts'
export { placeFailure } from './failures/place-failure.ts'
export { placeByChange } from './failures/place-by-change.ts'
export { withoutLeadingPath } from './failures/without-leading-path.ts'
export type { SentRequest } from './failures/place-failure.ts'
export { inlineMedia } from './inline-media.ts'
export type { Fetched } from './inline-media.ts'
export { pointer } from './pointer.ts'
export type { Pointer } from './pointer.ts'
export { defaultPolicy } from './policy.ts'
export type { Policy } from './policy.ts'
export type {
  GenerateRequest,
  Turn,
  TurnChanges,
  Item,
  OutputOptions,
  OutputFormat,
  SamplingOptions,
  ReasoningEffort,
  ReasoningMode,
  ReasoningOptions,
  CacheOptions,
  ServerState,
} from './request.ts'
export { parseRetryAfter } from './parse-retry-after.ts'
export type { GenerateResponse, Candidate, Finish, FinishReason, Usage, InputUsage, OutputUsage } from './response.ts'
export type { StreamEvent, Delta } from './stream-event.ts'
export type { Tool, FunctionTool, CustomTool, BuiltinTool, ToolRef, ToolChoice } from './tool.ts'
export { effectiveSettings } from './effective-settings.ts'
export { translateRequest } from './translate-request.ts'
export type { RefusedRequest, Contexts, TranslatedRequest } from './translate-request.ts'
export { createStopCutter } from './create-stop-cutter.ts'
export { cutAtStops } from './cut-at-stops.ts'
export { translateResponse } from './translate-response.ts'
export { translateStream } from './translate-stream.ts'
export type { StreamTranslation } from './translate-stream.ts'
export { unfoldResponse } from './unfold-response.ts'
