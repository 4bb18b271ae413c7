package dev.mcptoolbox.runtime

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class CoreImageTest {
    @Test
    fun `the product is there`() {
        assertThat(CoreImage.product().name).isEqualTo("Toolbox")
    }
}
