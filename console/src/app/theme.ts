import {
  Checkbox,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  Radio,
} from "@mantine/core";

const FONT = '"Figtree Variable", "Figtree Fallback", system-ui, sans-serif';

/** Neutral tones; what is coloured has a meaning, and takes its colour from the palette. */
const ink: MantineColorsTuple = [
  "#f6f4f9",
  "#e8e4ef",
  "#cfc8d8",
  "#aaa3b7",
  "#857d94",
  "#655e72",
  "#4a4358",
  "#352f44",
  "#282235",
  "#1c1826",
];

/** What the library takes for its surfaces, lines and quiet texts in light and in dark. */
const gray: MantineColorsTuple = [
  "#f8f6fa",
  "#f3f0f6",
  "#e8e4ef",
  "#ddd7e5",
  "#cfc8d8",
  "#aaa3b7",
  "#857d94",
  "#655e72",
  "#4a4358",
  "#1c1826",
];
const dark: MantineColorsTuple = [
  "#f5f2f8",
  "#cfc8d8",
  "#aaa3b7",
  "#857d94",
  "#443e53",
  "#2b2637",
  "#1e1a27",
  "#18151f",
  "#131019",
  "#0f0d14",
];

/** The component library in the console's looks. */
export const theme = createTheme({
  colors: { ink, gray, dark },
  primaryColor: "ink",
  primaryShade: 9,
  fontFamily: FONT,
  fontFamilyMonospace: "var(--mono)",
  headings: { fontFamily: FONT, fontWeight: "600" },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  // Ink is light in the dark, so the words on it are dark there.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    const isInk = input.variant === "filled" && (input.color === undefined || input.color === "ink");
    return isInk ? { ...colors, color: "var(--on-ink)" } : colors;
  },
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
  components: {
    // Every field of these forms is required.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    TextInput: { defaultProps: { withAsterisk: false } },
    PasswordInput: { defaultProps: { withAsterisk: false } },
    Checkbox: Checkbox.extend({ defaultProps: { iconColor: "var(--on-ink)" } }),
    Radio: Radio.extend({ defaultProps: { iconColor: "var(--on-ink)" } }),
  },
});

const shared = {
  "--mantine-color-body": "var(--surface)",
  "--mantine-color-text": "var(--text)",
  "--mantine-color-dimmed": "var(--muted)",
  "--mantine-color-placeholder": "var(--muted)",
  "--mantine-color-default": "var(--surface)",
  "--mantine-color-default-hover": "var(--raised)",
  "--mantine-color-default-color": "var(--text)",
  "--mantine-color-default-border": "var(--field-line)",
  "--mantine-color-error": "var(--red)",
  "--mantine-color-anchor": "var(--text)",
  "--mantine-primary-color-filled": "var(--ink)",
  "--mantine-primary-color-filled-hover": "var(--ink-hover)",
  "--mantine-primary-color-contrast": "var(--on-ink)",
  "--mantine-color-ink-filled": "var(--ink)",
  "--mantine-color-ink-filled-hover": "var(--ink-hover)",
  "--mantine-color-red-filled": "var(--red-fill)",
};

/** Gives the library's variables the values of the palette. */
export const variables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared });
