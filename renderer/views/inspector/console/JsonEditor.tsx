import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
  placeholder,
  tooltips,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import type { LintFinding } from '../../../../shared/rpc/lint.ts';
import styles from './console.module.css';
import { paramsPlace } from './params-place.ts';

export interface ParamSuggestion {
  /** JSON text. */
  readonly text: string;
  readonly detail: string;
}

/** What is known of a parameter, for the completion and the words under the pointer. */
export interface ParamHelp {
  readonly name: string;
  readonly kind: string;
  readonly meaning: string;
  readonly suggestions: readonly ParamSuggestion[];
}

const fromOutside = Annotation.define<boolean>();

interface JsonEditorProps {
  readonly label: string;
  readonly describedBy: string;
  readonly value: string;
  readonly findings: readonly LintFinding[];
  readonly params: readonly ParamHelp[];
  readonly onChange: (text: string) => void;
  readonly onFix: (finding: LintFinding) => void;
  /** Ctrl+Enter. */
  readonly onSend: () => void;
}

/** An editor for JSON with completion, words under the pointer and marks where something is wrong. Tab leaves it; it never changes a digit. */
export function JsonEditor(props: JsonEditorProps) {
  const { label, describedBy, value, findings } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const latest = useRef(props);
  latest.current = props;
  /** What was typed and told, and has not come back as `value` yet. */
  const told = useRef<string[]>([]);

  useEffect(() => {
    if (host.current === null) return;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          Prec.highest(
            keymap.of([
              {
                key: 'Mod-Enter',
                run: () => {
                  latest.current.onSend();
                  return true;
                },
              },
            ]),
          ),
          lineNumbers(),
          lintGutter(),
          history(),
          drawSelection(),
          highlightSpecialChars(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          EditorView.lineWrapping,
          placeholder('[ ]'),
          json(),
          syntaxHighlighting(HIGHLIGHT),
          autocompletion({ override: [(context) => completeParams(context, latest.current.params)], icons: false }),
          hoverTooltip((shown, at) => hoverOver(shown, at, latest.current.params)),
          tooltips({ position: 'fixed', parent: document.body }),
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
          EditorView.contentAttributes.of({
            'aria-label': label,
            'aria-describedby': describedBy,
            'aria-multiline': 'true',
            spellcheck: 'false',
          }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged || update.transactions.some((transaction) => transaction.annotation(fromOutside) === true)) return;
            const text = update.state.doc.toString();
            told.current.push(text);
            latest.current.onChange(text);
          }),
          THEME,
        ],
      }),
    });
    view.current = editor;
    return () => {
      view.current = undefined;
      editor.destroy();
    };
  }, [label, describedBy]);

  // A text from outside: an example, a fix, a call from the history. What was typed comes back late where drawing is slow, and must not
  // take the place of what was typed since.
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const echo = told.current.lastIndexOf(value);
    told.current = told.current.slice(echo + 1);
    if (echo !== -1 || editor.state.doc.toString() === value) return;
    told.current = [];
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value }, annotations: fromOutside.of(true) });
  }, [value]);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || editor.state.doc.toString() !== value) return;
    editor.dispatch(
      setDiagnostics(
        editor.state,
        diagnosticsOf(findings, value.length, (finding) => latest.current.onFix(finding)),
      ),
    );
  }, [findings, value]);

  return <div ref={host} className={styles.editor} />;
}

function diagnosticsOf(findings: readonly LintFinding[], length: number, onFix: (finding: LintFinding) => void): Diagnostic[] {
  return findings.flatMap((finding) => {
    if (finding.from === undefined) return [];
    const from = Math.min(finding.from, length);
    const { fix } = finding;
    return [
      {
        from,
        to: Math.min(length, Math.max(from, finding.to ?? from)),
        severity: finding.severity,
        message: finding.message,
        ...(fix === undefined ? {} : { actions: [{ name: fix.label, apply: () => onFix(finding) }] }),
      },
    ];
  });
}

function completeParams(context: CompletionContext, params: readonly ParamHelp[]): CompletionResult | null {
  const place = paramsPlace(context.state.doc.toString(), context.pos);
  const param = place.index === undefined ? undefined : params[place.index];
  if (param === undefined || !place.isAtValue) return null;
  const typed = context.state.sliceDoc(place.from, context.pos);
  if (typed === '' && !context.explicit) return null;
  return {
    from: place.from,
    options: param.suggestions.map(
      (suggestion, index): Completion => ({
        label: suggestion.text,
        boost: -index,
        detail: suggestion.detail,
        info: `${param.name}: ${param.meaning}`,
      }),
    ),
    validFor: /^[^,\]]*$/,
  };
}

function hoverOver(view: EditorView, at: number, params: readonly ParamHelp[]) {
  const place = paramsPlace(view.state.doc.toString(), at);
  const param = place.index === undefined ? undefined : params[place.index];
  if (param === undefined) return null;
  return {
    pos: at,
    above: true,
    create: () => {
      const dom = document.createElement('div');
      dom.className = styles.hover ?? '';
      const name = document.createElement('b');
      name.textContent = param.name;
      dom.append(name, ` ${param.kind}. ${param.meaning}`);
      return { dom };
    },
  };
}

const HIGHLIGHT = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--syntax-key)' },
  { tag: tags.string, color: 'var(--syntax-string)' },
  { tag: tags.number, color: 'var(--syntax-number)' },
  { tag: [tags.null, tags.bool], color: 'var(--syntax-null)' },
]);

/** Colours are the theme's variables: one definition for dark and light. */
const THEME = EditorView.theme({
  '&': { color: 'var(--text-1)', backgroundColor: 'transparent', fontSize: '12px' },
  // The tooltips lie in the document's body under the same classes.
  '&.cm-editor': { height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '18px', overflow: 'auto' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--accent)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '.cm-placeholder': { color: 'var(--text-3)' },
  '.cm-gutters': { backgroundColor: 'var(--surface-2)', color: 'var(--text-3)', border: 'none', borderRight: '1px solid var(--line)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-border)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--surface-selected)', outline: '1px solid var(--accent-border)' },
  '&.cm-focused .cm-nonmatchingBracket': { color: 'var(--danger-fg)' },
  '.cm-specialChar': { color: 'var(--warning-fg)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--danger-fg)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--warning-fg)' },
  '.cm-lintRange-hint': { backgroundImage: 'none', textDecoration: 'underline dotted var(--info-fg)' },
  '.cm-lint-marker': { width: '8px', height: '8px', margin: '5px 2px', content: '""', borderRadius: '50%' },
  '.cm-lint-marker-error': { backgroundColor: 'var(--danger-fg)' },
  '.cm-lint-marker-warning': { backgroundColor: 'var(--warning-fg)', borderRadius: '1px' },
  '.cm-lint-marker-hint, .cm-lint-marker-info': { backgroundColor: 'var(--info-fg)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface-3)',
    color: 'var(--text-1)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-3)',
    boxShadow: 'var(--shadow-overlay)',
    maxWidth: '420px',
    zIndex: '300',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', fontSize: '12px', maxHeight: '220px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px', lineHeight: '18px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--surface-selected)', color: 'var(--text-1)' },
  '.cm-completionDetail': { fontFamily: 'var(--font-sans)', fontStyle: 'normal', color: 'var(--text-3)', marginLeft: '10px' },
  '.cm-completionInfo': { padding: '6px 10px', fontSize: '12px' },
  '.cm-diagnostic': { padding: '6px 10px', borderLeft: '3px solid var(--line-strong)', fontSize: '12px' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--danger-fg)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warning-fg)' },
  '.cm-diagnostic-hint': { borderLeftColor: 'var(--info-fg)' },
  '.cm-diagnosticAction': {
    margin: '0 0 0 8px',
    padding: '2px 8px',
    color: 'var(--text-1)',
    backgroundColor: 'var(--surface-1)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-2)',
  },
});
