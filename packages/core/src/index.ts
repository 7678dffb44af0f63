export type {
  WireMessage,
  WireReply,
  Reversals,
  Lowered,
  Asked,
  Sent,
  StreamOptions,
  GenerateAdapter,
  CountAdapter,
  Count,
  Http,
} from './adapter.ts'
export { applyPolicy } from './apply-policy.ts'
export { assertNever } from './assert-never.ts'
export { attachSeals } from './attach-seals.ts'
export { chain } from './chain.ts'
export { citationDetails } from './citation-details.ts'
export { checkLimits } from './check-limits.ts'
export { clientToolOptions, clientToolSchema } from './client-tool-schema.ts'
export { codeOfStatus } from './code-of-status.ts'
export type { Context } from './context.ts'
export { copyRequest } from './copy-request.ts'
export { createExtension, isBlank } from './create-extension.ts'
export type { Extended, ExtensionAccess } from './create-extension.ts'
export { createFateWalker } from './create-fate-walker.ts'
export type { FateWalker } from './create-fate-walker.ts'
export { createFrameRest } from './create-frame-rest.ts'
export type { FrameRest } from './create-frame-rest.ts'
export { createGlance } from './create-glance.ts'
export { createToolNames } from './lower/create-tool-names.ts'
export type { ToolNameRules, ToolNames, WireToolName } from './lower/create-tool-names.ts'
export { createKeyRenamer, renameKeys } from './create-key-renamer.ts'
export type { KeyRenamer } from './create-key-renamer.ts'
export { createOnce } from './create-once.ts'
export { createProfileReader } from './create-profile-reader.ts'
export type { ProfileSchema } from './create-profile-reader.ts'
export { createOpenParts } from './create-open-parts.ts'
export type { OpenParts } from './create-open-parts.ts'
export { declareNotices } from './declare-notices.ts'
export type { Declared, StandardChoice } from './declare-notices.ts'
export { decodeTextFile } from './decode-text-file.ts'
export { createIdDeriver, deriveId } from './derive-id.ts'
export { detachSeals, sealBearer } from './detach-seals.ts'
export { describeIssue } from './describe-issue.ts'
export type { DescribedIssue } from './describe-issue.ts'
export { explainUnsupported } from './explain-unsupported.ts'
export { errorOfIssue } from './error-of-issue.ts'
export type { SchemaIssue } from './describe-issue.ts'
export type { SchemaError } from './error-of-issue.ts'
export { escapeMarker } from './escape-marker.ts'
export { InterlinguaError, WireError, LimitError, UnsupportedError, isInterlinguaError } from './errors.ts'
export type { FailureCode, Failure } from './failure.ts'
export { fates } from './fates.ts'
export type { FateBase, Fates, FateTables, OwnFates } from './fates.ts'
export { findModelProfile } from './find-model-profile.ts'
export { findUrls } from './find-urls.ts'
export type { FoundUrl } from './find-urls.ts'
export { foldInstruction } from './fold-instruction.ts'
export { foldEvents, addDelta } from './fold-events.ts'
export { foreignExtensions } from './foreign-extensions.ts'
export { hoistAddedTools } from './hoist-added-tools.ts'
export { isRetryable } from './is-retryable.ts'
export type { Json, JsonObject } from './json.ts'
export { defaultLimits } from './limits.ts'
export type { Limits } from './limits.ts'
export { losesDigits } from './loses-digits.ts'
export type { Machine, Frame } from './machine.ts'
export { mergeRest } from './merge-rest.ts'
export { mergeUsage, mergeExtensions } from './merge-usage.ts'
export type { ModelProfile } from './model-profile.ts'
export type { Format, Extension, Extensions, FieldPointers, Node, CacheTtl, CacheMark } from './node.ts'
export type { NoticeKind, NoticeEntry, Notice } from './notice.ts'
export { standardNotices } from './notices/standard.ts'
export type { StandardCode } from './notices/standard.ts'
export { parseDocument, parseExactJson, parseExactObject } from './parse-exact-json.ts'
export { parseJson, parseJsonObject, isJsonObject } from './parse-json.ts'
export { sameJson } from './same-json.ts'
export { isRawNumber } from './raw-number.ts'
export { roundsIntegers } from './rounds-integers.ts'
export { keepInputs } from './parsed-inputs.ts'
export type { ParsedInput } from './parsed-inputs.ts'
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
export { placeFetched } from './place-fetched.ts'
export type { Fetched } from './place-fetched.ts'
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
export { objectArguments } from './object-arguments.ts'
export type { ObjectArguments } from './object-arguments.ts'
export { pathSegment, readSegment } from './path-segment.ts'
export { putOwn } from './put-own.ts'
export { readInputs } from './read-inputs.ts'
export { readWait } from './read-wait.ts'
export type { GenerateResponse, Candidate, Finish, FinishReason, Usage, InputUsage, OutputUsage } from './response.ts'
export { hasKeys } from './has-keys.ts'
export { withoutIdleState } from './without-idle-state.ts'
export { wrapSeal, unwrapSeal } from './seal-envelope.ts'
export { createReversals, noteArgumentKeys, noteCallId, noteToolName, noteWrappedTool } from './reversals.ts'
export { createSealGatherer } from './create-seal-gatherer.ts'
export type { GatheredParts, SealGatherer } from './create-seal-gatherer.ts'
export { bareThought, gatherSeals } from './gather-seals.ts'
export { bundleSeals, isBundle, readBundle, redactedMark, wrapBundle } from './seal-bundle.ts'
export type { BundledThought } from './seal-bundle.ts'
export type { ReversalDraft } from './reversals.ts'
export { isBase64 } from './media/is-base64.ts'
export { readImageSize } from './media/read-image-size.ts'
export type { ImageSize } from './media/read-image-size.ts'
export { sniffImage } from './media/sniff-image.ts'
export { statusOfFinishes } from './status-of-finishes.ts'
export type { StreamEvent, Delta } from './stream-event.ts'
export { printTime, readTime } from './time.ts'
export type { Tool, FunctionTool, CustomTool, BuiltinTool, ToolRef, ToolChoice } from './tool.ts'
export { textBase } from './text-base.ts'
export { translateRequest } from './translate-request.ts'
export type { RefusedRequest, Sides, TranslatedRequest } from './translate-request.ts'
export { createStopCutter } from './create-stop-cutter.ts'
export { cutAtStops } from './cut-at-stops.ts'
export { translateResponse } from './translate-response.ts'
export { translateStream } from './translate-stream.ts'
export type { StreamTranslation } from './translate-stream.ts'
export { unfoldResponse } from './unfold-response.ts'
export { addKeys, keepKey, unreadKeys } from './wire-keys.ts'
export type { Bag, Draft } from './wire-keys.ts'
export { inputFromBuckets, inputFromTotal } from './usage-algebra.ts'
