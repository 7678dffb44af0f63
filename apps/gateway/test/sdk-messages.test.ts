import { describeMessagesClient } from './sdk-messages-cases.ts'

describeMessagesClient('anthropic 1.12.0')
