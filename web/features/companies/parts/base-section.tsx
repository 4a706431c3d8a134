import Box from '@cloudscape-design/components/box'
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { valueAt } from '../model/draft.ts'
import { baseGroups } from '../model/fields.ts'
import { type FieldContext, FieldEditor, FieldReader } from './form-field.tsx'

/** Base data by group; reading leaves out groups where nothing is filled. */
export function BaseSection(props: FieldContext) {
  const { editor, words } = props
  const isFilled = (key: string) => {
    const value = valueAt(editor.draft, ['baseData', key])
    return Array.isArray(value) ? value.length > 0 : Boolean(value)
  }
  const groups = baseGroups.filter((g) => editor.isEditing || g.fields.some((f) => isFilled(f.key)))
  return (
    <Container header={<Header variant="h2">{words.t('section.base')}</Header>}>
      <SpaceBetween size="m">
        {groups.map((group) => (
          <section key={group.id} aria-label={words.t(`base.${group.id}`)}>
            <Box variant="h4" padding={{ bottom: 'xs' }}>
              {words.t(`base.${group.id}`)}
            </Box>
            {editor.isEditing ? (
              <div className="companies-form">
                {group.fields.map((field) => (
                  <FieldEditor key={field.key} {...props} path={['baseData', field.key]} field={field} />
                ))}
              </div>
            ) : (
              <dl className="companies-facts">
                {group.fields.map((field) => (
                  <FieldReader key={field.key} {...props} path={['baseData', field.key]} field={field} />
                ))}
              </dl>
            )}
          </section>
        ))}
      </SpaceBetween>
    </Container>
  )
}
