import { isJsonObject } from '@interlingua/core'
import type { Path, Report, Status } from './leaves.ts'

/** Settings of the new file beside channels and prices. */
export interface SettingsDraft {
  routes: { match: string; to?: string; fallbacks?: string[] }[]
  retry: Record<string, number>
  timeouts: Record<string, number>
  circuitBreaker: Record<string, number>
  policy?: string
  log?: Readonly<Record<string, string>>
  usage?: Readonly<Record<string, boolean>>
}

type Fields = Readonly<Record<string, unknown>>

/** Commands and variables that do what the source's key did. */
const byHand: Readonly<Record<string, string>> = {
  'general_settings.master_key': 'interlingua key create <name> --admin makes the key of an administrator; the old one is not taken over',
  'general_settings.database_url': 'set DATABASE_URL to a database of its own; tables of LiteLLM are not read',
  'general_settings.database_connection_pool_limit': 'DATABASE_URL may say the size of the pool',
  'litellm_settings.max_budget': 'interlingua key create <name> --budget 10.00/month says what a key may cost',
  'litellm_settings.budget_duration': 'a budget has a period: day, month or total',
  'litellm_settings.max_user_budget': 'interlingua key create <name> --budget 10.00/month says what a key may cost',
  'litellm_settings.max_internal_user_budget': 'interlingua key create <name> --budget 10.00/month says what a key may cost',
  'router_settings.redis_host': 'set REDIS_URL to redis://…',
  'router_settings.redis_port': 'set REDIS_URL to redis://…',
  'router_settings.redis_password': 'set REDIS_URL to redis://…; the password is not taken over',
  'router_settings.redis_url': 'set REDIS_URL to this address; it is not taken over',
  'general_settings.alerting': 'alarms come from the metrics (/metrics) or from OpenTelemetry',
  'general_settings.alerting_threshold': 'alarms come from the metrics (/metrics) or from OpenTelemetry',
  'general_settings.allowed_ips': 'a proxy or a firewall says who may connect',
  'general_settings.max_parallel_requests':
    'limits.requests bounds the requests of one process; --concurrent-streams bounds those of a key',
  'general_settings.global_max_parallel_requests': 'limits.requests bounds the requests of one process',
}

/** Keys that need nothing. */
const alike: Readonly<Record<string, string>> = {
  'litellm_settings.telemetry': 'the gateway sends nothing about itself',
  'litellm_settings.json_logs': 'log lines are JSON',
  'litellm_settings.modify_params': 'requests are changed until the upstream takes them, and notices say how',
  'litellm_settings.redact_messages_in_exceptions': 'no content stands in the log',
  'litellm_settings.turn_off_message_logging': 'no content stands in the log',
  'litellm_settings.redact_user_api_key_info': 'no keys stand in the log',
  'litellm_settings.suppress_debug_info': 'there is none',
  'litellm_settings.enable_json_schema_validation': 'schemas are checked and lowered for each upstream',
  'general_settings.store_model_in_db': 'models stand in the file, which is read again when it changes',
  'general_settings.proxy_batch_write_at': 'usage is written at once, many records together',
  'general_settings.health_check_interval': 'an upstream is judged by its answers (circuitBreaker)',
  'general_settings.background_health_checks': 'an upstream is judged by its answers (circuitBreaker)',
  'general_settings.forward_client_headers_to_llm_api': 'headers that belong to the format go on; others never do',
  'router_settings.enable_pre_call_checks': 'what an upstream cannot take goes to the next channel',
}

/** Keys without a counterpart, with the reason or the nearest thing. */
const missing: Readonly<Record<string, string>> = {
  'litellm_settings.cache': 'answers are not cached; prompt caches of the upstreams are used',
  'litellm_settings.cache_params': 'answers are not cached',
  'litellm_settings.callbacks': 'there are no callbacks: /metrics, OpenTelemetry and interlingua usage say what was done',
  'litellm_settings.success_callback': 'there are no callbacks: /metrics, OpenTelemetry and interlingua usage say what was done',
  'litellm_settings.failure_callback': 'there are no callbacks: /metrics, OpenTelemetry and the log say what failed',
  'litellm_settings.service_callback': 'there are no callbacks: /metrics and OpenTelemetry say what was done',
  'litellm_settings.context_window_fallbacks': 'fallbacks do not depend on the kind of error',
  'litellm_settings.content_policy_fallbacks': 'fallbacks do not depend on the kind of error',
  'litellm_settings.custom_provider_map': 'a format of your own is a package (pnpm new-format), and no callback',
  'litellm_settings.default_team_settings': 'there are no teams: keys have limits and budgets',
  'litellm_settings.guardrails': 'content is not judged',
  'general_settings.custom_auth': 'keys are issued by interlingua key create',
  'general_settings.ui_access_mode': 'there is no such page',
  guardrails: 'content is not judged',
  mcp_servers: "tool servers are the client's, or the upstream's",
  vector_store_registry: "vector stores are the upstream's",
  files_settings: 'files are not served',
  finetune_settings: 'training is not served',
  pass_through_endpoints: 'only the endpoints of the formats are served',
  callback_settings: 'there are no callbacks',
  credential_list: 'a key stands in a variable or a file, at its channel',
}

/** Maps everything of a source but its list of models. */
export function importSettings(source: Fields, report: Report): SettingsDraft {
  const draft: SettingsDraft = { routes: [], retry: {}, timeouts: {}, circuitBreaker: {} }
  const sections = ['litellm_settings', 'router_settings', 'general_settings'] as const
  for (const section of sections) {
    const settings = source[section]
    if (isJsonObject(settings))
      for (const [key, value] of Object.entries(settings)) importSetting([section, key], key, value, draft, report)
  }
  report.say(['environment_variables'], 'manual', 'set it in the environment of the gateway; its value is not taken over')
  for (const key of Object.keys(source)) if (key in missing) report.say([key], 'unmapped', missing[key] ?? '')
  return draft
}

function importSetting(path: Path, key: string, value: unknown, draft: SettingsDraft, report: Report): void {
  const say = (status: Status, message: string, became?: string): void => report.say(path, status, message, became)
  const number = typeof value === 'string' ? Number(value) : value
  const isNumber = typeof number === 'number' && Number.isFinite(number) && number >= 0
  const name = path.join('.')
  switch (key) {
    case 'drop_params':
      if (value === false) {
        draft.policy = 'reject-dropped'
        return say('mapped', 'what would be lost is refused', 'policy')
      }
      return say('same', 'what an upstream does not take is left out, and a notice says so')
    case 'request_timeout':
    case 'timeout':
    case 'stream_timeout':
      if (!isNumber) break
      if (key === 'stream_timeout') draft.timeouts['idle'] = Math.min(number, 86_400)
      else draft.timeouts['firstByte'] ??= Math.min(number, 86_400)
      return key === 'stream_timeout'
        ? say('changed', 'seconds between two pieces of a stream', 'timeouts.idle')
        : say('mapped', 'seconds until the answer begins', 'timeouts.firstByte')
    case 'num_retries':
      if (!isNumber) break
      draft.retry['attempts'] ??= Math.min(Math.trunc(number) + 1, 20)
      return say('mapped', 'calls, the first among them', 'retry.attempts')
    case 'retry_after':
      if (!isNumber) break
      draft.retry['backoff'] = Math.min(number, 3600)
      return say('changed', 'the longest wait before the first repetition, of which the length is random', 'retry.backoff')
    case 'allowed_fails':
      if (!isNumber) break
      draft.circuitBreaker['failures'] = Math.max(1, Math.min(Math.trunc(number), 10_000))
      return say('changed', 'failures within circuitBreaker.window, in at least half of the calls', 'circuitBreaker.failures')
    case 'cooldown_time':
      if (!isNumber) break
      draft.circuitBreaker['cooldown'] = Math.min(number, 3600)
      return say('mapped', 'seconds', 'circuitBreaker.cooldown')
    case 'fallbacks':
    case 'default_fallbacks':
      return importFallbacks(path, value, draft, report)
    case 'model_group_alias':
      return importAliases(path, value, draft, report)
    case 'routing_strategy':
      if (value === 'simple-shuffle') return say('same', 'channels of equal priority share requests by weight')
      return say('unmapped', 'channels of equal priority share requests by weight; no other strategy is there', 'channels[].weight')
    case 'set_verbose':
      if (value === true) {
        draft.log = { level: 'debug' }
        return say('changed', 'more lines, but no content', 'log.level')
      }
      return say('same', 'the log has no content')
    case 'disable_spend_logs':
      if (value === true) {
        draft.usage = { enabled: false }
        return say('mapped', 'no usage records', 'usage.enabled')
      }
      return say('same', 'usage records are kept')
    case 'redis_db':
    case 'redis_ssl':
      return say('manual', 'set REDIS_URL to redis://…')
    case 'callbacks':
    case 'success_callback':
    case 'failure_callback':
      if (Array.isArray(value)) {
        for (const [index, callback] of value.entries()) {
          if (callback === 'prometheus') report.say([...path, index], 'same', '/metrics is there')
          if (callback === 'otel')
            report.say([...path, index], 'manual', 'set OTEL_EXPORTER_OTLP_ENDPOINT, or telemetry.endpoint in the file')
        }
      } else if (value === 'prometheus') return say('same', '/metrics is there')
      break
  }
  if (name in byHand) say('manual', byHand[name] ?? '')
  else if (name in alike) say('same', alike[name] ?? '')
  else if (name in missing) say('unmapped', missing[name] ?? '')
}

function importFallbacks(path: Path, value: unknown, draft: SettingsDraft, report: Report): void {
  if (!Array.isArray(value)) return
  if (value.every((each) => typeof each === 'string')) {
    draft.routes.push({ match: '*', fallbacks: value })
    return report.say(path, 'changed', 'a route for every model, after all other routes; routes do not follow one another', 'routes')
  }
  for (const [index, entry] of value.entries()) {
    if (!isJsonObject(entry)) continue
    for (const [match, models] of Object.entries(entry)) {
      if (!Array.isArray(models) || models.length === 0 || !models.every((model) => typeof model === 'string')) continue
      const route = draft.routes.find((each) => each.match === match)
      if (route === undefined) draft.routes.unshift({ match, fallbacks: models })
      else route.fallbacks = [...(route.fallbacks ?? []), ...models]
      report.say([...path, index, match], 'mapped', 'a route; those of its fallbacks are not followed', 'routes')
    }
  }
}

function importAliases(path: Path, value: unknown, draft: SettingsDraft, report: Report): void {
  if (!isJsonObject(value)) return
  for (const [match, target] of Object.entries(value)) {
    const to = isJsonObject(target) ? target['model'] : target
    if (typeof to !== 'string') continue
    draft.routes.unshift({ match, to })
    if (isJsonObject(target)) report.say([...path, match, 'hidden'], 'unmapped', 'the model list has the ids of routes')
    report.say([...path, match], 'mapped', 'a route', 'routes')
  }
}
