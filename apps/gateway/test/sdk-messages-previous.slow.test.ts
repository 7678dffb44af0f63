import { describeMessagesClient } from './sdk-messages-cases.ts'

describeMessagesClient('anthropic 0.137.0')
