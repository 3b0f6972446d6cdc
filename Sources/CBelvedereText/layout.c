// Where FreeType's headers are on the compiler's path, the layout declared in freetype.h is compared
// with theirs when this file is compiled.
#include <stddef.h>

#include "freetype.h"

#if __has_include(<ft2build.h>) && __has_include(<freetype/freetype.h>)
#include <freetype/freetype.h>
#define SAME(ours, our_field, theirs, their_field)                                            \
  _Static_assert(offsetof(ours, our_field) == offsetof(theirs, their_field), #their_field)
SAME(ft_face, face_flags, FT_FaceRec, face_flags);
SAME(ft_face, style_flags, FT_FaceRec, style_flags);
SAME(ft_face, glyph_count, FT_FaceRec, num_glyphs);
SAME(ft_face, family_name, FT_FaceRec, family_name);
SAME(ft_face, units_per_em, FT_FaceRec, units_per_EM);
SAME(ft_face, ascender, FT_FaceRec, ascender);
SAME(ft_face, descender, FT_FaceRec, descender);
SAME(ft_face, glyph, FT_FaceRec, glyph);
SAME(ft_slot, advance, FT_GlyphSlotRec, advance);
SAME(ft_slot, format, FT_GlyphSlotRec, format);
SAME(ft_slot, outline, FT_GlyphSlotRec, outline);
SAME(ft_outline_functions, delta, FT_Outline_Funcs, delta);
#endif

// A file without a definition is none in ISO C.
extern const int bv_text_layout_checked;
const int bv_text_layout_checked = 1;
