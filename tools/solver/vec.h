/* Sixteen lanes of int16 side by side, through the compiler's portable vectors; the few operations that matter most name the
 * machine's own instruction where it is there. */
#ifndef VEC_H
#define VEC_H

#include <stdint.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif

typedef int16_t Wide __attribute__((vector_size(32)));          /* 16 lanes */
typedef int16_t Half __attribute__((vector_size(16)));
typedef int32_t Ints __attribute__((vector_size(32)));
typedef float Floats __attribute__((vector_size(32)));          /* 8 lanes */

static inline Wide wide_max(Wide a, Wide b)
{
#ifdef __AVX2__
    return (Wide)_mm256_max_epi16((__m256i)a, (__m256i)b);
#else
    Wide more = a > b;
    return (a & more) | (b & ~more);
#endif
}

static inline Wide wide_all(int16_t x) { return (Wide){0} + x; }

static inline Wide wide_choose(Wide mask, Wide yes, Wide no) { return (yes & mask) | (no & ~mask); }

static inline Floats to_floats(Half x)
{
#ifdef __AVX2__
    return (Floats)_mm256_cvtepi32_ps(_mm256_cvtepi16_epi32((__m128i)x));
#else
    return __builtin_convertvector(x, Floats);
#endif
}

/* Sixteen floats, and back to nearest int16. */
typedef struct { Floats low, high; } Sixteen;

static inline Sixteen to_sixteen(Wide x)
{
#ifdef __AVX2__
    Half low = (Half)_mm256_castsi256_si128((__m256i)x), high = (Half)_mm256_extracti128_si256((__m256i)x, 1);
#else
    Half low = {x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]};
    Half high = {x[8], x[9], x[10], x[11], x[12], x[13], x[14], x[15]};
#endif
    return (Sixteen){to_floats(low), to_floats(high)};
}

static inline Wide to_wide(Sixteen x)
{
#ifdef __AVX2__
    __m256i low = _mm256_cvtps_epi32((__m256)x.low), high = _mm256_cvtps_epi32((__m256)x.high);
    return (Wide)_mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0xd8);
#else
    Wide out;         /* the bias keeps the number positive, so that truncation rounds to nearest */
    for (int i = 0; i < 8; i++) {
        out[i] = (int16_t)((int)(x.low[i] + 32768.5f) - 32768);
        out[8 + i] = (int16_t)((int)(x.high[i] + 32768.5f) - 32768);
    }
    return out;
#endif
}

/* Part the levels of sixteen entries.  The lanes come out in the order that *_ORDER names: any order serves. */
static const uint8_t ORDER_1[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
static const uint8_t ORDER_2[16] = {0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 6, 7, 12, 13, 14, 15};
static const uint8_t ORDER_4[16] = {0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15};

static inline void part_1(const Wide *from, Wide out[1]) { out[0] = from[0]; }

static inline void part_2(const Wide *from, Wide out[2])
{
#ifdef __AVX2__
    const __m256i gather = _mm256_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15,
                                            0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15);
    __m256i a = _mm256_shuffle_epi8((__m256i)from[0], gather), b = _mm256_shuffle_epi8((__m256i)from[1], gather);
    out[0] = (Wide)_mm256_unpacklo_epi64(a, b);
    out[1] = (Wide)_mm256_unpackhi_epi64(a, b);
#else
    const int16_t *x = (const int16_t *)from;
    for (int l = 0; l < 16; l++)
        for (int p = 0; p < 2; p++) out[p][l] = x[ORDER_2[l] * 2 + p];
#endif
}

static inline void part_4(const Wide *from, Wide out[4])
{
#ifdef __AVX2__
    __m256i a = (__m256i)from[0], b = (__m256i)from[1], c = (__m256i)from[2], d = (__m256i)from[3];
    __m256i ab0 = _mm256_unpacklo_epi16(a, b), ab1 = _mm256_unpackhi_epi16(a, b);
    __m256i cd0 = _mm256_unpacklo_epi16(c, d), cd1 = _mm256_unpackhi_epi16(c, d);
    __m256i e = _mm256_unpacklo_epi16(ab0, ab1), f = _mm256_unpackhi_epi16(ab0, ab1);
    __m256i g = _mm256_unpacklo_epi16(cd0, cd1), h = _mm256_unpackhi_epi16(cd0, cd1);
    out[0] = (Wide)_mm256_unpacklo_epi64(e, g);
    out[1] = (Wide)_mm256_unpackhi_epi64(e, g);
    out[2] = (Wide)_mm256_unpacklo_epi64(f, h);
    out[3] = (Wide)_mm256_unpackhi_epi64(f, h);
#else
    const int16_t *x = (const int16_t *)from;
    for (int l = 0; l < 16; l++)
        for (int p = 0; p < 4; p++) out[p][l] = x[ORDER_4[l] * 4 + p];
#endif
}

#endif
