/** The settings of an input, by their names on the wire. */
export const settings = { task: 'taskType', title: 'title', dimensions: 'outputDimensionality', truncate: 'autoTruncate' } as const

export type Setting = keyof typeof settings

/** Default places of settings: the Developer API has no `autoTruncate` of its own, Vertex has it in the config. */
export const usualPlaces = {
  task: 'taskType',
  title: 'title',
  dimensions: 'outputDimensionality',
  truncate: 'embedContentConfig/autoTruncate',
} as const satisfies Record<Setting, string>

export const configName = 'embedContentConfig'
