import { defaultBodyLimits, type BodyLimits } from './requests/body-limits.ts'
import { defaultLimits, type Format, type ModelProfile } from '@interlingua/core'
import { ConfigError } from './config/config-error.ts'
import type { GatewayConfig } from './config/gateway-config.ts'
import { responsesSettings } from './conversations/responses-settings.ts'
import type { OpenChannels } from './channels/create-channel-registry.ts'
import { createProfileFinder } from './channels/create-profile-finder.ts'
import { createResolver } from './channels/create-resolver.ts'
import { demoChannels } from './channels/demo-channels.ts'
import { demoProfiles } from './channels/demo-profiles.ts'
import type { Formats } from './create-formats.ts'
import type { GatewayState } from './gateway-state.ts'
import { capacityOfConfig } from './limits/capacity-of-config.ts'
import { createPriceTable } from './metering/create-price-table.ts'
import { createAllowance } from './media/create-allowance.ts'
import { createResultOpener } from './media/create-result-opener.ts'
import { createMediaFetcher } from './media/create-media-fetcher.ts'
import { readRetryPolicy } from './upstreams/read-retry-policy.ts'

/** What a configuration says of the requests that come while it is in force. */
export type Served = Pick<
  GatewayState,
  | 'channels'
  | 'candidates'
  | 'aliases'
  | 'resolve'
  | 'retry'
  | 'profileOf'
  | 'fetchMedia'
  | 'fetchResults'
  | 'openResult'
  | 'limits'
  | 'bodyBytes'
  | 'bodyLimits'
  | 'imageBytes'
  | 'videoBytes'
  | 'answerBytes'
  | 'openMetrics'
  | 'capacity'
  | 'prices'
  | 'keepsUsage'
  | 'usageDays'
  | 'responses'
>

const defaultBodyBytes = 32 * 1024 * 1024
const defaultImageBytes = 64 * 1024 * 1024
const defaultVideoBytes = 100 * 1024 * 1024
const defaultAnswerBytes = 64 * 1024 * 1024

/**
 * Reads a configuration, its secrets included. `open` gives the channels of its lines, `demo` is the address of the demo provider where it is
 * served. Throws `ConfigError`; nothing has happened then.
 */
export function openServed(config: GatewayConfig, demo: string | undefined, formats: Formats, open: OpenChannels): Served {
  const configured = demo === undefined ? config.channels : [...config.channels, ...demoChannels(demo, formats.ids)]
  const served = demo === undefined ? config : { ...config, profiles: [...(config.profiles ?? []), ...demoProfiles(formats)] }
  checkNames(configured.map(({ name }) => name))
  const channels = open(
    configured.filter(({ disabled }) => disabled !== true),
    served,
  )
  const candidates = createResolver(channels, config.routes)
  return {
    channels,
    candidates,
    aliases: (config.routes ?? []).map(({ match }) => match).filter((match) => !match.includes('*')),
    retry: readRetryPolicy(config),
    resolve: (model, format) => candidates(model, format).targets[0],
    profileOf: createProfiles(served, formats),
    ...fetchersOf(config),
    limits: { ...defaultLimits, ...(config.limits?.depth !== undefined && { depth: config.limits.depth }) },
    openMetrics: config.metrics?.open === true,
    bodyLimits: bodyLimitsOf(config),
    bodyBytes: config.limits?.bodyBytes ?? defaultBodyBytes,
    imageBytes: config.limits?.imageBytes ?? defaultImageBytes,
    videoBytes: config.limits?.videoBytes ?? defaultVideoBytes,
    capacity: capacityOfConfig(config),
    prices: createPriceTable(config.prices),
    keepsUsage: config.usage?.keep !== false,
    usageDays: config.usage?.days,
    responses: responsesSettings(config.responses),
    answerBytes: config.limits?.answerBytes ?? defaultAnswerBytes,
  }
}

function bodyLimitsOf({ limits = {} }: GatewayConfig): BodyLimits {
  const { depth, values, tools, turns, parts } = defaultBodyLimits
  return {
    depth: limits.depth ?? depth,
    values: limits.values ?? values,
    tools: limits.tools ?? tools,
    turns: limits.turns ?? turns,
    parts: limits.parts ?? parts,
  }
}

const defaultPorts = [80, 443, 8080, 8443]
const mebibyte = 1024 * 1024
/** Milliseconds for a file that an upstream made. */
const resultPatience = 60_000

/** What fetches files for upstreams that cannot be told their addresses, unless that is turned off, and what fetches what upstreams made. */
function fetchersOf({ media = {}, limits = {} }: GatewayConfig): Pick<GatewayState, 'fetchMedia' | 'fetchResults' | 'openResult'> {
  const { bytes = 20 * mebibyte, files = 16, ports = defaultPorts, privateAddresses = false, timeout = 20 } = media
  const place = { allows: createAllowance(privateAddresses), ports }
  const { answerBytes = defaultAnswerBytes } = limits
  const results = { ...place, bytes: answerBytes, files: 1, patience: resultPatience, totalBytes: answerBytes }
  return {
    ...(media.fetch !== false && {
      fetchMedia: createMediaFetcher({ ...place, bytes, files, patience: timeout * 1000, totalBytes: 3 * bytes }),
    }),
    fetchResults: createMediaFetcher(results),
    openResult: createResultOpener(results),
  }
}

/** What is known of the models that clients ask for, by the client's format. */
function createProfiles(config: GatewayConfig, { all }: Formats): (format: Format, model: string) => ModelProfile | undefined {
  const finders = new Map(all.map(({ adapter: { format }, profiles }) => [format, createProfileFinder(config, format, profiles)] as const))
  return (format, model) => finders.get(format)?.(model)
}

function checkNames(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new ConfigError(`channels: the name ${twice} is given twice`)
}
