import { judgeMcp } from './judge-mcp.ts'
import { judgeRecorded } from './judge-recorded.ts'
import { judgeScenarios } from './judge-scenarios.ts'
import { scenarios } from './scenarios.ts'
import { vendorModels } from './vendor-models.ts'

const surveys = { cross: () => judgeScenarios(scenarios, vendorModels), recorded: judgeRecorded, mcp: judgeMcp } as const

/** Prints refusals of vendors by rule and place, for work on lowering: `node conformance/src/vendor/survey.ts cross|recorded|mcp [rule]` */
function main(name = 'cross', only: string | undefined = undefined): void {
  const survey = Object.hasOwn(surveys, name) ? surveys[name as keyof typeof surveys] : undefined // a key of `surveys`
  if (survey === undefined) throw new TypeError(`no such survey: ${name}`)
  const { sent, refused, found } = survey()
  for (const [line, example] of [...found].toSorted())
    if (only === undefined || line.startsWith(`${only} `)) console.log(`${line}\n      ${example}`)
  if (only === 'refused') console.log(refused.join('\n'))
  console.log(`${sent} sent, ${refused.length} refused here, ${found.size} faults`)
}

main(...process.argv.slice(2))
