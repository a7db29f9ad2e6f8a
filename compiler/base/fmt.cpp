// The part of {fmt} that its package has in a shared library alone, compiled into ours: what is built here must not need
// that library on the user's machine.
#include <fmt/format-inl.h>

#include <locale>

FMT_BEGIN_NAMESPACE
namespace detail {

template FMT_API locale_ref::locale_ref(const std::locale& loc);
template FMT_API auto locale_ref::get<std::locale>() const -> std::locale;
template FMT_API auto dragonbox::to_decimal(float x) noexcept -> dragonbox::decimal_fp<float>;
template FMT_API auto dragonbox::to_decimal(double x) noexcept -> dragonbox::decimal_fp<double>;
template FMT_API auto thousands_sep_impl(locale_ref loc) -> thousands_sep_result<char>;
template FMT_API auto decimal_point_impl(locale_ref loc) -> char;

}  // namespace detail
FMT_END_NAMESPACE
