/** The metrics of a stage that alarms and the dashboard are made of. */
import { Duration } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { DataStack } from '../data-stack.ts'
import type { DeploySettings } from '../settings.ts'

/** Of all metrics here. */
const period = Duration.minutes(5)

export function metricsOf(settings: DeploySettings, data: DataStack, api: HttpApi) {
  const metric = (namespace: string, dimensionsMap?: Record<string, string>) => {
    return (metricName: string, statistic: string) =>
      new Metric({ namespace, metricName, statistic, dimensionsMap, period })
  }
  const ofApi = metric('AWS/ApiGateway', { ApiId: api.apiId })
  const ofTable = metric('AWS/DynamoDB', { TableName: data.table.tableName })
  /** The table counts these for each of its operations apart: summed by a query, which takes those that there are. */
  const ofOperations = (metricName: string): IMetric =>
    settings.local
      ? ofTable(metricName, 'Sum')
      : new MathExpression({
          expression: `SELECT SUM(${metricName}) FROM SCHEMA("AWS/DynamoDB", Operation, TableName) WHERE TableName = '${data.table.tableName}'`,
          label: metricName,
          period,
        })
  const share = new MathExpression({
    expression: '100 * errors / MAX([requests, 1])',
    usingMetrics: { errors: ofApi('5xx', 'Sum'), requests: ofApi('Count', 'Sum') },
    label: '% of requests that fail',
    period,
  })
  return {
    ofApi,
    ofTable,
    ofOperations,
    ofIndex: metric('AWS/ES', { DomainName: data.domain.domainName, ClientId: settings.account }),
    /** Of the whole account: its limit is shared. */
    ofFunctions: metric('AWS/Lambda'),
    share,
    /** For alarms: the emulator does no arithmetic. */
    failures: settings.local ? ofApi('5xx', 'Sum') : share,
    /** Of each function of the stage, for the dashboard: alarms cannot search. */
    eachFunction: (metricName: string, statistic: string) =>
      new MathExpression({
        expression: `SEARCH('{AWS/Lambda,FunctionName} MetricName="${metricName}" "inputlist-${settings.stage}-"', '${statistic}', 300)`,
        label: '',
        period,
      }),
  }
}
export type Metrics = ReturnType<typeof metricsOf>
