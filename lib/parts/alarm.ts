import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import { idAfterName } from './logical-id.ts'

/** Paragraphs of docs/operations.md that say what to do; a test holds the document to this list. */
export type Paragraph =
  | 'a-call-fails'
  | 'calls-are-slow'
  | 'throttling'
  | 'the-table-fails'
  | 'the-index-is-ill'
  | 'the-index-is-full'
  | 'the-index-lags'
  | 'the-index-is-strained'
  | 'work-waits'
  | 'dead-letters'

export interface AlarmSpec {
  /** Unique within the stage; becomes part of the alarm's name. */
  name: string
  what: string
  paragraph: Paragraph
  metric: IMetric
  threshold: number
  /** Periods of the metric that it must hold for. */
  periods: number
  /** Goes off at or below the threshold instead of at or above. */
  below?: boolean
}

/** An alarm that tells the topic, when it begins and when it is over, and says where to read on. */
export function addAlarm(scope: Construct, id: string, stage: string, topic: ITopic, w: AlarmSpec): Alarm {
  const alarm = new Alarm(scope, id, {
    alarmName: `inputlist-${stage}-${w.name}`,
    alarmDescription: `${w.what}: docs/operations.md#${w.paragraph}`,
    metric: w.metric,
    threshold: w.threshold,
    evaluationPeriods: w.periods,
    comparisonOperator: w.below
      ? ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD
      : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  })
  idAfterName(alarm, w.name)
  alarm.addAlarmAction(new SnsAction(topic))
  alarm.addOkAction(new SnsAction(topic))
  return alarm
}
