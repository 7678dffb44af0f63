export type { Login, LoginEntry, LoginRequest, Me, Role } from './access.ts'
export type { AuditEntry } from './audit.ts'
export type {
  ConfigCheck,
  ConfigDiffLine,
  ConfigEdit,
  ConfigEditOrder,
  ConfigFileReport,
  ConfigFinding,
  ConfigPreview,
  ConfigWritten,
  PriceLine,
  ReloadReport,
  RouteLine,
} from './config-file.ts'
export type { ApiError, ApiErrorCode } from './error.ts'
export { resetEvent } from './events.ts'
export type { ConsoleEvent, RequestEvent, Topic } from './events.ts'
export type { ChannelHealth, ChannelOverview, FirstStep, Last15, Overview, RequestRow } from './overview.ts'
export type { ChannelDefinition, ChannelDetails, ChannelPause, ChannelReport, ChannelTestReport, Resolution } from './channels.ts'
export type { ModelOrder, ModelRow, ModelTarget } from './models.ts'
export type { KeyLimitsRow, KeyPage, KeyRotationBody, KeyRow, KeyTermsBody, KeyWithSecret } from './keys.ts'
export type { Page } from './page.ts'
export type {
  RecordedAnswer,
  RecordedBody,
  RecordedCall,
  RecordedEvent,
  RecordedMessage,
  Recording,
  RecordingOrder,
  RecordingReport,
  RecordingRow,
} from './recordings.ts'
export type { RequestReport } from './requests.ts'
export type {
  CostEstimate,
  CostRequest,
  FormatRow,
  TranslatedDocument,
  TranslatedNotice,
  TranslatedStream,
  TranslateRequest,
  TranslationLink,
} from './translate.ts'
export type { CacheReport, Percentiles, ShareReport, TimesReport, TimesRow } from './usage.ts'
export type { LossWay, NoticeReport, NoticeRow, UsageReport, UsageRow } from './usage.ts'
export type { AboutReport, ConfigReport, ConfigRow, DiagnosisFinding, DiagnosisReport, PriceReport, PriceRow } from './settings.ts'
export { keyPlaceholder } from './recipes.ts'
export type { Recipe, RecipeText } from './recipes.ts'
