import Box from '@cloudscape-design/components/box'
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { memo } from 'react'
import { isShallowSame } from '../../../ui/store.ts'
import { isFilled } from '../model/draft.ts'
import { baseGroups } from '../model/fields.ts'
import { type SectionContext, useDraftPart } from './draft-part.ts'
import { FieldEditor, FieldReader } from './form-field.tsx'

/** Base data by group; reading leaves out groups where nothing is filled. */
export const BaseSection = memo(function BaseSection(props: SectionContext) {
  const { editor, words, isEditing } = props
  const filled = useDraftPart(
    editor,
    ({ baseData }) =>
      isEditing
        ? []
        : baseGroups
            .filter((g) => g.fields.some((f) => isFilled(baseData[f.key as keyof typeof baseData])))
            .map((g) => g.id),
    isShallowSame,
  )
  const groups = baseGroups.filter((g) => isEditing || filled.includes(g.id))
  return (
    <Container header={<Header variant="h2">{words.t('section.base')}</Header>}>
      <SpaceBetween size="m">
        {groups.map((group) => (
          <section key={group.id} aria-label={words.t(`base.${group.id}`)}>
            <Box variant="h4" tagOverride="h3" padding={{ bottom: 'xs' }}>
              {words.t(`base.${group.id}`)}
            </Box>
            {isEditing ? (
              <div className="companies-form">
                {group.fields.map((field) => (
                  <FieldEditor
                    key={field.key}
                    editor={editor}
                    words={words}
                    pointer={`/baseData/${field.key}`}
                    field={field}
                  />
                ))}
              </div>
            ) : (
              <dl className="companies-facts">
                {group.fields.map((field) => (
                  <FieldReader
                    key={field.key}
                    editor={editor}
                    words={words}
                    pointer={`/baseData/${field.key}`}
                    field={field}
                  />
                ))}
              </dl>
            )}
          </section>
        ))}
      </SpaceBetween>
    </Container>
  )
})
