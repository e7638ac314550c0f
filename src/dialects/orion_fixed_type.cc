// orion_fixed_type.cc - the constants, as Orion's sources have them.
#include "src/dialects/orion_fixed_type.h"

#include "src/base/require.h"

namespace ashlar::orion {
namespace {

/// Literals beyond 64 bits.
consteval Int128 operator""_i(const char* digits) {
  Int128 value = 0;
  for (; *digits != 0; ++digits) value = value * 10 + (*digits - '0');
  return value;
}

constexpr Int128 kExp2Q26[] = {152,    843,     10593,    89275,
                               645557, 3724792, 16121331, 46516320};
constexpr Int128 kLog2Q26[] = {-609947,    8311147,    -50221432,
                               177085162,  -403554714, 623171909,
                               -671567545, 547259664,  -229874243};
constexpr Polynomials kQ26 = {96817625, kExp2Q26, kLog2Q26, 46516320,
                              20201781, 0,        0};

constexpr Int128 kExp2Q23[] = {19,    105,    1324,    11159,
                               80695, 465599, 2015166, 5814540};
constexpr Int128 kLog2Q23[] = {-76243,    1038893,   -6277679,
                               22135645,  -50444339, 77896489,
                               -83945943, 68407458,  -28734280};
constexpr Polynomials kQ23 = {12102203, kExp2Q23, kLog2Q23, 5814540,
                              2525223,  23,       8};

constexpr Int128 kExp2Q16[] = {1, 10, 87, 630, 3638, 15743, 45426};
constexpr Int128 kLog2Q16[] = {-596,   8116,    -49044, 172935, -394096,
                               608566, -655828, 534433, -224487};
constexpr Polynomials kQ16 = {94548, kExp2Q16, kLog2Q16, 45426, 19728, 16, 16};

constexpr Int128 kExp2Q32[] = {9707,     53974,     677974,     5713580,
                               41315679, 238386709, 1031765214, 2977044459};
constexpr Int128 kLog2Q32[] = {-39036580,    531913440,    -3214171660,
                               11333450393,  -25827501665, 39883002199,
                               -42980322874, 35024618493,  -14711951564};
constexpr Polynomials kQ32 = {6196328018, kExp2Q32, kLog2Q32, 2977044472,
                              1292913986, 32,       32};

constexpr Int128 kExp2Q64[] = {41691949755436,      231817862090993,
                               2911875592466782,    24539637786416367,
                               177449490038807528,  1023863119786103800,
                               4431397849999009866, 12786308590235521577_i};
constexpr Int128 kLog2Q64[] = {
    -167660832607149504,      2284550827067371376,
    -13804762162529339368_i,  48676798788932142400_i,
    -110928274989790216568_i, 171296190111888966192_i,
    -184599081115266689944_i, 150429590981271126408_i,
    -63187350828072553424_i};
constexpr Polynomials kQ64 = {
    26613026195688644984_i, kExp2Q64, kLog2Q64, 12786308645202655660_i,
    5553023288523357132,    64,       64};

constexpr Mistyped kSineStarts23[] = {
    {10, 514723},   {40, 2058871},   {80, 4117751},   {90, 4632474},
    {100, 5147227}, {130, 6691345},  {150, 7720780},  {160, 8235503},
    {190, 9779651}, {200, 10294373}, {230, 11838531}, {240, 12353244}};
constexpr Mistyped kArcStarts23[] = {{10, 587201},  {20, 1174411},
                                     {30, 1761612}, {40, 2348813},
                                     {50, 2936014}, {60, 3523224}};
constexpr Circle kCircle23 = {52707178,      26353589,    13176795, 51472,
                              58720,         5872026,     4843165,  4392265,
                              kSineStarts23, kArcStarts23};

constexpr Mistyped kSineStarts16[] = {
    {10, 4023},   {40, 16081},  {50, 20113},  {80, 32171},  {90, 36194},
    {100, 40227}, {120, 48252}, {130, 52285}, {150, 60320}, {160, 64343},
    {190, 76401}, {200, 80423}, {230, 92491}, {240, 96514}};
constexpr Mistyped kArcStarts16[] = {{10, 4591},  {20, 9181},  {30, 13762},
                                     {40, 18353}, {50, 22944}, {60, 27534}};
constexpr Circle kCircle16 = {411775,        205887,      102944, 402,
                              459,           45875,       37837,  34315,
                              kSineStarts16, kArcStarts16};

constexpr Circle kCircle32 = {26986075409, 13493037705, 6746518852, 26353589,
                              30064771,    3006477107,  2479700525, 2248839617,
                              {},          {}};

// No steps: the tables are results of some double-precision program.
constexpr Circle kCircle64 = {
    0, 57952155664616982739_i, 28976077832308491370_i, 0, 0, 0, 0, 0, {}, {}};

constexpr TypeInfo kTypes[] = {
    {FixedType::q5x26, "Q5x26", 26, 128, 32, &kQ26, nullptr},
    {FixedType::q5x26_unchecked, "Q5x26u", 26, 128, 32, &kQ26, nullptr},
    {FixedType::fp8x23, "FP8x23", 23, 32, 32, &kQ23, &kCircle23},
    {FixedType::fp8x23_wide, "FP8x23W", 23, 64, 64, &kQ23, &kCircle23},
    {FixedType::fp16x16, "FP16x16", 16, 32, 32, &kQ16, &kCircle16},
    {FixedType::fp16x16_wide, "FP16x16W", 16, 64, 64, &kQ16, &kCircle16},
    {FixedType::fp32x32, "FP32x32", 32, 64, 64, &kQ32, &kCircle32},
    {FixedType::fp64x64, "FP64x64", 64, 128, 128, &kQ64, &kCircle64},
};

}  // namespace

std::span<const TypeInfo> type_infos() { return kTypes; }

const TypeInfo& info_of(FixedType type) {
  return kTypes[static_cast<std::size_t>(type)];
}

void panic(std::string_view text) { fail(ErrorKind::data, "orion", text); }

}  // namespace ashlar::orion
